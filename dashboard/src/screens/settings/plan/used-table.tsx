import type { Usage } from '@polypost/sdk'
import { useNumbers } from '../../../words/numbers.ts'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import own from './plan.module.css'
import { planWords } from './plan-words.ts'

interface Row {
  readonly name: string
  readonly note?: string
  readonly used: number
  /** Null: there is none. */
  readonly limit: number | null
  readonly show: (value: number) => string
}

/** From this share on it is said. */
const near = 0.9

function useRows({ limits, used, posting_allowance, model_tokens }: Usage): readonly Row[] {
  const t = useWords(planWords)
  const times = useTimes()
  const { count, bytes } = useNumbers()
  const tokens = (value: number) => t.tokens(count(value))
  const since = t.since(times.full(model_tokens.since))
  return [
    {
      name: t.allowance,
      note: t.allowanceText(times.full(posting_allowance.resets_at)),
      used: posting_allowance.used,
      limit: posting_allowance.limit,
      show: count,
    },
    { name: t.stored, used: used.stored_bytes, limit: limits.stored_bytes, show: bytes },
    { name: t.webhooks, used: used.webhooks, limit: limits.webhooks, show: count },
    { name: t.streams, used: used.event_streams, limit: limits.event_streams, show: count },
    { name: t.uploads, used: used.uploads_at_once, limit: limits.uploads_at_once, show: count },
    { name: t.fetches, used: used.fetches_at_once, limit: limits.fetches_at_once, show: count },
    {
      name: t.model,
      note: `${t.inAndOut(count(model_tokens.input), count(model_tokens.output))} ${since}`,
      used: model_tokens.input + model_tokens.output,
      limit: model_tokens.limit,
      show: tokens,
    },
  ]
}

/** The used amounts, and their limits. */
export function UsedTable({ usage }: { readonly usage: Usage }) {
  const t = useWords(planWords)
  return (
    <table className={own.table}>
      <thead>
        <tr>
          <th scope="col">{t.limit}</th>
          <th scope="col">{t.used}</th>
          <th scope="col">{t.of}</th>
        </tr>
      </thead>
      <tbody>
        {useRows(usage).map((row) => (
          <UsedRow key={row.name} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function UsedRow({ row: { name, note, used, limit, show } }: { readonly row: Row }) {
  const t = useWords(planWords)
  const share = limit === null ? 0 : used / limit
  return (
    <tr>
      <th scope="row">
        {name}
        {note && <span className="small third">{note}</span>}
      </th>
      <td>
        {show(used)}
        {share >= near && <span className={own.near}>{share >= 1 ? t.full : t.near}</span>}
      </td>
      <td className={limit === null ? 'third' : undefined}>{limit === null ? t.none : show(limit)}</td>
    </tr>
  )
}
