import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { SecretField } from '../../parts/secret-field.tsx'
import { Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'
import { useReadAgain } from './use-read-again.ts'

export function Password() {
  const t = useWords(meWords)
  const { person } = useSession()
  const [password, setPassword] = useState('')
  const readAgain = useReadAgain()
  const { withPassword, question } = useFresh()
  const change = useMutation({
    mutationFn: () => withPassword(() => polypost.session.changePassword({ password })),
    onSuccess: () => {
      setPassword('')
      return readAgain()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <Section title={t.password}>
      <form className={classes.form} onSubmit={submit}>
        <SecretField
          label={t.newPassword}
          description={t.newPasswordHint}
          required
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <Problem error={change.error} />
        <Button type="submit" loading={change.isPending}>
          {person.has_password ? t.change : t.set}
        </Button>
        <p role="status" className="small second">
          {change.isSuccess && t.changed}
        </p>
      </form>
      {question}
    </Section>
  )
}
