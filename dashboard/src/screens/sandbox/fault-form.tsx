import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { AddSandboxFaultBody } from '@polypost/sdk'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../words/words.ts'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'

type Operation = AddSandboxFaultBody['operation']
type Kind = AddSandboxFaultBody['kind']

interface Props {
  readonly isAdding: boolean
  readonly add: (fault: AddSandboxFaultBody) => void
}

const options = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }))

/** Any call of a platform, with any fault, as often as wanted. */
export function FaultForm({ isAdding, add }: Props) {
  const t = useWords(sandboxWords)
  const [operation, setOperation] = useState<Operation>('create')
  const [kind, setKind] = useState<Kind>('rate_limit')
  const [times, setTimes] = useState(1)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isAdding) add({ operation, kind, times })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <NativeSelect
        label={t.operation}
        value={operation}
        data={options(t.operations)}
        onChange={({ currentTarget }) => setOperation(currentTarget.value as Operation)} // One of the options.
      />
      <NativeSelect
        label={t.kind}
        value={kind}
        data={options(t.kinds)}
        onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)} // One of the options.
      />
      <TextInput
        label={t.times}
        type="number"
        min={1}
        required
        withAsterisk={false}
        value={Number.isNaN(times) ? '' : times}
        onChange={({ currentTarget }) => setTimes(currentTarget.valueAsNumber)}
      />
      <Button type="submit" loading={isAdding}>
        {t.add}
      </Button>
    </form>
  )
}
