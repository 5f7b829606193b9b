import type { Person } from '@polypost/sdk'
import { useRolesUpToOwn, useSession } from '../../data/session.ts'
import rows from '../../parts/rows.module.css'
import { State } from '../../parts/state.tsx'
import { Tag } from '../../parts/tag.tsx'
import { roleWords } from '../../words/roles.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './people.module.css'
import { peopleWords } from './people-words.ts'
import { PersonActions } from './person-actions.tsx'

export function PersonRow({ person }: { readonly person: Person }) {
  const t = useWords(peopleWords)
  const times = useTimes()
  const { id, name, email, role, disabled, has_second_factor, last_seen_at } = person
  const isOwn = useSession().person.id === id
  const mayChange = useRolesUpToOwn().includes(role)
  const seen = last_seen_at && (times.relative(last_seen_at) ?? times.time(last_seen_at))
  return (
    <li className={`${rows.row} ${classes.row}`} data-disabled={disabled || undefined}>
      <div className={rows.text}>
        <p className={rows.name}>
          {name} {isOwn && <Tag>{t.you}</Tag>}
        </p>
        <p className="small third">{email}</p>
      </div>
      <p className={rows.text}>{useWords(roleWords)[role].name}</p>
      <div className={rows.text}>
        {disabled ? (
          <State state="cancelled">{t.disabled}</State>
        ) : (
          <p className="numbers">{seen === null ? t.unseen : t.seen(seen)}</p>
        )}
        <p className="small third">{has_second_factor ? t.factor : t.noFactor}</p>
      </div>
      <div className={rows.act}>{mayChange && <PersonActions person={person} isOwn={isOwn} />}</div>
    </li>
  )
}
