import type { AuditEntry } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { titleOf } from '../../data/platforms.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './audit.module.css'
import { auditWords } from './audit-words.ts'
import { Changes } from './changes.tsx'
import { useLinks } from './use-links.ts'

/** The entries, newest first, under the days on which they were made. */
export function AuditEntries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { day } = useTimes()
  const days = Map.groupBy(entries, ({ created_at }) => day(created_at))
  return [...days].map(([title, ofDay]) => (
    <section key={title} className={classes.day} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {ofDay.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const t = useWords(auditWords)
  const { clock } = useTimes()
  const { action, created_at, address, change } = entry
  const parts: Readonly<Record<string, ReactNode>> = {
    '{who}': <Who entry={entry} />,
    '{it}': <It entry={entry} />,
    '{action}': action,
  }
  const sentence = Object.hasOwn(t.sentences, action) ? t.sentences[action] : t.newer
  return (
    <li className={classes.entry}>
      <time dateTime={created_at}>{clock(created_at)}</time>
      <p>
        {sentence.split(/(\{\w+\})/).map((part) => (
          <Fragment key={part}>{parts[part] ?? part}</Fragment>
        ))}
      </p>
      {address !== null && <p className="small third">{t.from(address)}</p>}
      {change !== null && <Changes changes={change} />}
    </li>
  )
}

function Who({ entry: { by, action } }: { readonly entry: AuditEntry }) {
  const t = useWords(auditWords)
  if (by === null) return action.startsWith('account.') ? t.byLink : t.byOperator
  return <b>{by.type === 'key' ? t.key(by.name) : by.name}</b>
}

/** The target of the action: a link as long as it is there. */
function It({ entry: { target } }: { readonly entry: AuditEntry }) {
  const link = useLinks()(target)
  if (target === null) return null
  const { type, id, name } = target
  const text = type === 'account' ? [titleOf(id), name].filter(Boolean).join(' ') : (name ?? id)
  return link === null ? (
    <span className={classes.it}>{text}</span>
  ) : (
    <Link {...link} className="link">
      {text}
    </Link>
  )
}
