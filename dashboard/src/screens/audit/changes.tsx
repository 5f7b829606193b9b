import type { AuditChange } from '@polypost/sdk'
import { policyWords } from '../../words/policies.ts'
import { roleWords } from '../../words/roles.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { auditWords } from './audit-words.ts'

/** A right before the change, and after it. */
export function Changes({ changes }: { readonly changes: readonly AuditChange[] }) {
  const t = useWords(auditWords)
  const shown = useValues()
  return (
    <ul className="small second">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {textOf(t.fields, field)}: {from !== null && `${shown(field, from)} → `}
          {shown(field, to)}
        </li>
      ))}
    </ul>
  )
}

type Value = AuditChange['from']

/** A newer version may name a field or a value that this one does not know: it is shown as it is. */
function useValues(): (field: string, value: Value) => string {
  const t = useWords(auditWords)
  const roles = useWords(roleWords)
  const policies = useWords(policyWords)
  const { full } = useTimes()
  const names = Object.fromEntries(Object.entries(roles).map(([role, { name }]) => [role, name]))
  return (field, value) => {
    if (value === null) return t.nothing
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (field === 'expires_at') return full(value)
    return textOf(field === 'role' ? names : field === 'policy' ? policies : field === 'plan_id' ? t.plans : {}, value)
  }
}

const textOf = (texts: Readonly<Record<string, string>>, name: string | number): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? String(name)) : String(name)
