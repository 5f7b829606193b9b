import { Button, TextInput } from '@mantine/core'
import type { LoginField, LoginMethod } from '@polypost/sdk'
import { type FormEvent, useState } from 'react'
import type { PlatformName } from '../../../data/platforms.ts'
import { Problem } from '../../../parts/problem.tsx'
import { SecretField } from '../../../parts/secret-field.tsx'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'
import { useConnect } from './use-connect.ts'

interface Props {
  readonly platform: PlatformName
  readonly way: LoginMethod
  /** Undefined: the platform has one way to sign in. */
  readonly login: string | undefined
}

/** A sign-in here, and not on a page of the platform. */
export function ConnectForm({ platform, way: { fields }, login }: Props) {
  const t = useWords(connectWords)
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const connect = useConnect(platform)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (connect.isPending) return
    const trimmed = fields.map(({ name }) => [name, (given[name] ?? '').trim()] as const)
    connect.mutate({ fields: Object.fromEntries(trimmed), ...(login === undefined ? {} : { login }) })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {fields.map((field) => (
        <Field
          key={field.name}
          platform={platform}
          field={field}
          value={given[field.name] ?? ''}
          onChange={(value) => setGiven((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <Problem error={connect.error} />
      <Button variant="filled" type="submit" loading={connect.isPending}>
        {t.connect}
      </Button>
    </form>
  )
}

interface FieldProps {
  readonly platform: PlatformName
  readonly field: LoginField
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ platform, field: { name, kind, title, hint, max }, value, onChange }: FieldProps) {
  const { labels, hints } = usePlatformWords(platform)
  const props = {
    label: labels[name] ?? title,
    description: hints[name] ?? hint,
    required: true,
    autoComplete: 'off',
    maxLength: max,
    value,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  }
  if (kind === 'secret') return <SecretField {...props} />
  return (
    <TextInput
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk={false}
      autoCapitalize="none"
      inputMode={kind === 'text' ? undefined : 'url'}
    />
  )
}
