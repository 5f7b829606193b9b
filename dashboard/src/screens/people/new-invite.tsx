import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { invitesQuery } from '../../data/people.ts'
import type { Role } from '../../data/session.ts'
import { Back } from '../../parts/back.tsx'
import form from '../../parts/form.module.css'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { InviteLink, type NewInvite as Made } from './invite-link.tsx'
import { peopleWords } from './people-words.ts'
import { RoleChoice } from './role-choice.tsx'

/** Invites somebody, and then shows the link to send. */
export function NewInvite() {
  const t = useWords(peopleWords)
  const navigate = useNavigate()
  const [made, setMade] = useState<Made | null>(null)
  const leave = () => navigate({ to: '/people' })
  return (
    <Screen title={t.inviteTitle} fact={t.inviteTitle} back={<Back to="/people">{t.title}</Back>}>
      {made === null ? (
        <InviteForm show={setMade} cancel={leave} />
      ) : (
        <>
          <InviteLink invite={made} />
          <Button onClick={leave}>{t.done}</Button>
        </>
      )}
    </Screen>
  )
}

interface Props {
  readonly show: (made: Made) => void
  readonly cancel: () => void
}

function InviteForm({ show, cancel }: Props) {
  const t = useWords(peopleWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('author')
  const create = useMutation({
    mutationFn: () => {
      const idempotencyKey = newKey()
      return withPassword(() => polypost.people.createInvite({ email: email.trim(), role }, { idempotencyKey }))
    },
    onSuccess: async (made) => {
      show(made)
      await queries.invalidateQueries(invitesQuery)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <>
      <form className={form.form} onSubmit={submit}>
        <TextInput
          label={t.email}
          description={t.emailHint}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleChoice role={role} choose={setRole} />
        <Problem error={create.error} />
        <Group gap="sm">
          <Button variant="filled" type="submit" loading={create.isPending}>
            {t.makeInvite}
          </Button>
          <Button variant="subtle" onClick={cancel}>
            {t.cancel}
          </Button>
        </Group>
      </form>
      {question}
    </>
  )
}
