import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { kindsQuery } from '../../data/accounts.ts'
import { polypost } from '../../data/client.ts'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'

interface Props {
  readonly platform: string
  readonly postId: string
  readonly close: () => void
}

/** The numbers of a post, by the platform’s own names. */
export function NumbersForm({ platform, postId, close }: Props) {
  const t = useWords(sandboxWords)
  const { data, error } = useQuery(kindsQuery(platform))
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const given = Object.entries(numbers).filter(([, text]) => text !== '')
  const metrics = Object.fromEntries(given.map(([name, text]) => [name, Number(text)]))
  const set = useMutation({
    mutationFn: () => polypost.sandbox.setMetrics(platform, { post_id: postId, metrics }),
    onSuccess: close,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!set.isPending) set.mutate()
  }
  return (
    <form className={classes.reply} onSubmit={submit}>
      <p className="small third">{t.numbersHint}</p>
      <div className={classes.numbers}>
        {data?.metrics.map((name) => (
          <TextInput
            key={name}
            label={<code>{name}</code>}
            type="number"
            min={0}
            value={numbers[name] ?? ''}
            onChange={({ currentTarget }) => setNumbers({ ...numbers, [name]: currentTarget.value })}
          />
        ))}
      </div>
      <Problem error={set.error ?? error} />
      <div className={classes.buttons}>
        <Button type="submit" loading={set.isPending}>
          {t.set}
        </Button>
        <Button variant="subtle" onClick={close}>
          {t.cancel}
        </Button>
      </div>
    </form>
  )
}
