import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type AuditSearch, auditSearch, auditTopics } from '../../data/audit.ts'
import { peopleQuery } from '../../data/people.ts'
import { useWords } from '../../words/words.ts'
import classes from './audit.module.css'
import { auditWords } from './audit-words.ts'

/** Chooses what is listed; the choice stands in the address. */
export function AuditFilter({ search: { topic, person } }: { readonly search: AuditSearch }) {
  const t = useWords(auditWords)
  const navigate = useNavigate({ from: '/audit' })
  const { data } = useQuery(peopleQuery)
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isGone = person !== undefined && data && !data.people.some(({ id }) => id === person)
  const show = (next: Readonly<Record<string, unknown>>) => void navigate({ search: auditSearch(next), replace: true })
  return (
    <div className={classes.filter}>
      <NativeSelect
        label={t.who}
        value={person ?? ''}
        data={[
          { value: '', label: t.everybody },
          ...people,
          ...(isGone ? [{ value: String(person), label: t.gone }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => show({ topic, person: Number(value) })}
      />
      <NativeSelect
        label={t.topic}
        value={topic ?? ''}
        data={[{ value: '', label: t.everything }, ...auditTopics.map((one) => ({ value: one, label: t.topics[one] }))]}
        onChange={({ currentTarget: { value } }) => show({ topic: value, person })}
      />
    </div>
  )
}
