import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { newKey } from '../../data/new-key.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useMay } from '../../data/session.ts'
import { Problem } from '../../parts/problem.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { ProfileRow } from './profile-row.tsx'
import classes from './profiles.module.css'
import { profilesWords } from './profiles-words.ts'

/** Groups of accounts: for each brand, country or client one. */
export function Profiles() {
  const t = useWords(profilesWords)
  const may = useMay('admin')
  const { data } = useSuspenseQuery(profilesQuery)
  return (
    <Screen title={t.title} fact={t.fact}>
      <ul className={classes.list} aria-label={t.list}>
        {data.profiles.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} may={may} />
        ))}
      </ul>
      {may ? <Create /> : <p className="third">{t.mayNot}</p>}
    </Screen>
  )
}

function Create() {
  const t = useWords(profilesWords)
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const key = useRef(newKey())
  const create = useMutation({
    mutationFn: () => polypost.profiles.create({ name }, { idempotencyKey: key.current }),
    onSuccess: async () => {
      setName('')
      await queries.invalidateQueries(profilesQuery)
    },
    onSettled: () => {
      key.current = newKey()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <>
      <form className={classes.create} onSubmit={submit}>
        <TextInput
          label={t.newName}
          required
          withAsterisk={false}
          maxLength={80}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={create.isPending}>
          {t.create}
        </Button>
      </form>
      <Problem error={create.error} />
    </>
  )
}
