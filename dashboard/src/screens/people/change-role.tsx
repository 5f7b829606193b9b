import type { Person } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { polypost } from '../../data/client.ts'
import { peopleQuery } from '../../data/people.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { useFresh } from '../../parts/fresh.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useWords } from '../../words/words.ts'
import classes from './people.module.css'
import { peopleWords } from './people-words.ts'
import { RoleChoice } from './role-choice.tsx'

interface Props {
  readonly person: Person
  readonly isOwn: boolean
  readonly close: () => void
}

/** Asks for another role. */
export function ChangeRole({ person, isOwn, close }: Props) {
  const t = useWords(peopleWords)
  const queries = useQueryClient()
  const { withPassword, question } = useFresh()
  const [role, setRole] = useState(person.role)
  const change = useMutation({
    mutationFn: () => withPassword(() => polypost.people.updatePerson(person.id, { role })),
    onSuccess: async () => {
      await queries.invalidateQueries(peopleQuery)
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  return (
    <Sheet title={t.changeTitle(person.name)} close={close}>
      <form onSubmit={submit}>
        <RoleChoice role={role} choose={setRole} />
        <p className={`${classes.effect} small third`}>{isOwn ? t.changeOwn : t.changeText}</p>
        <Problem error={change.error} />
        <DialogEnd keep={t.cancel} close={close} verb={t.save} isBusy={change.isPending} />
      </form>
      {question}
    </Sheet>
  )
}
