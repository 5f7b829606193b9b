import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'
import { useReadAgain } from './use-read-again.ts'

export function NameAndAddress() {
  const t = useWords(meWords)
  const { person } = useSession()
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const readAgain = useReadAgain()
  const { withPassword, question } = useFresh()
  const save = useMutation({
    mutationFn: () => withPassword(() => polypost.session.updateMe({ name, email })),
    onSuccess: readAgain,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <Section title={t.you}>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={t.name}
          required
          withAsterisk={false}
          autoComplete="name"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label={t.email}
          description={t.emailHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          required
          withAsterisk={false}
          autoComplete="email"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Problem error={save.error} />
        <Button type="submit" loading={save.isPending}>
          {t.save}
        </Button>
        <p role="status" className="small second">
          {save.isSuccess && t.saved}
        </p>
      </form>
      {question}
    </Section>
  )
}
