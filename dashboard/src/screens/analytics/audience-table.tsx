import type { GetAudienceResult } from '@polypost/sdk'
import { titleOf } from '../../data/platforms.ts'
import { FigureHead } from '../../parts/figure-cell.tsx'
import { PlatformHead } from '../../parts/platform-head.tsx'
import table from '../../parts/table.module.css'
import { useMetrics } from '../../words/metrics.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { audienceWords } from './audience-words.ts'

/** Its history is that of the chosen time. */
export type AccountAudience = GetAudienceResult['accounts'][number]

export function AudienceTable({ accounts }: { readonly accounts: readonly AccountAudience[] }) {
  const t = useWords(audienceWords)
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t.account}</th>
          <FigureHead isChosen>{t.followers}</FigureHead>
          <FigureHead>{t.change}</FigureHead>
          <FigureHead>{t.read}</FigureHead>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <Row key={`${account.platform} ${account.account_id}`} account={account} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ account }: { readonly account: AccountAudience }) {
  const t = useWords(audienceWords)
  const { notTold } = useMetrics()
  const { count, signed } = useNumbers()
  const times = useTimes()
  const { platform, username, followers, captured_at, history } = account
  const [first, last] = [history[0], history.at(-1)]
  const change = first && last && first !== last ? last.followers - first.followers : null
  const untold = captured_at === null ? t.unread : notTold
  return (
    <tr>
      <PlatformHead platform={platform}>{username ?? titleOf(platform)}</PlatformHead>
      <td data-number data-chosen data-untold={followers === null || undefined}>
        {followers === null ? untold : count(followers)}
      </td>
      <td data-number data-untold={change === null || undefined}>
        {change === null ? (first ? t.few : untold) : signed(change)}
      </td>
      <td data-number data-untold={captured_at === null || undefined}>
        {captured_at === null ? t.unread : times.time(captured_at)}
      </td>
    </tr>
  )
}
