import type { ProfileSettings } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Account, endsSoon } from '../../data/accounts.ts'
import { type PlatformName, platformsQuery } from '../../data/platforms.ts'
import { State } from '../../parts/state.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { accountsWords } from './accounts-words.ts'

interface Props {
  readonly platform: PlatformName
  readonly account: Account
  readonly warnings: ProfileSettings['warnings']
}

/** Whether the account works, and what it can’t do. */
export function AccountHealth({ platform, account, warnings }: Props) {
  const t = useWords(accountsWords)
  const { list } = useNumbers()
  const { relative, day } = useTimes()
  const said = warnings.filter(({ code }) => code === 'permission_missing').map(({ message }) => message)
  if (account.status === 'needs_reconnect')
    return (
      <>
        <State state="needs">{t.again}</State>
        <p>{reasonIn(warnings) ?? t.againWhy}</p>
      </>
    )
  if (!account.capabilities.publish)
    return (
      <>
        <State state="needs">{t.missing}</State>
        <p>{t.missingWhy(list(account.missing_permissions))}</p>
        <Why said={said} />
      </>
    )
  if (account.expires_at !== null && endsSoon(account))
    return (
      <>
        <State state="needs">{t.endsSoon(relative(account.expires_at) ?? day(account.expires_at))}</State>
        <p>{t.endsWhy}</p>
      </>
    )
  return (
    <>
      <State state="done">{t.fine}</State>
      <Less platform={platform} account={account} said={said} />
      <ReadingEnds warnings={warnings} />
    </>
  )
}

/** The platform’s own reason, if it told one. */
const reasonIn = (warnings: Props['warnings']): string | null => {
  const reason = warnings.find(({ code }) => code === 'reconnect_required')?.details?.reason
  return typeof reason === 'string' ? reason : null
}

const readings = ['comments', 'reply', 'metrics', 'audience'] as const

/** The functions that the platform offers and this account may not use. */
function Less({ platform, account, said }: Omit<Props, 'warnings'> & { readonly said: readonly string[] }) {
  const t = useWords(accountsWords)
  const { list } = useNumbers()
  const { data } = useQuery(platformsQuery)
  const supports = data?.platforms.find(({ name }) => name === platform)?.supports
  if (supports === undefined) return null
  const offered = {
    comments: supports.read_comments,
    reply: supports.reply,
    metrics: supports.metrics,
    audience: supports.audience,
  }
  const lacking = readings.filter((one) => offered[one] && !account.capabilities[one])
  if (lacking.length === 0) return null
  return (
    <>
      <p>{t.without(list(lacking.map((one) => t[one])))}</p>
      <Why said={said} />
    </>
  )
}

/** The whole sentence of the API, with what helps. */
function Why({ said }: { readonly said: readonly string[] }) {
  const t = useWords(accountsWords)
  if (said.length === 0) return null
  return (
    <details>
      <summary>{t.why}</summary>
      {said.join(' ')}
    </details>
  )
}

function ReadingEnds({ warnings }: Pick<Props, 'warnings'>) {
  const t = useWords(accountsWords)
  const { day } = useTimes()
  const ends = warnings.find(({ code }) => code === 'data_access_expires_soon')?.expires_at
  return ends ? <p>{t.readingEnds(day(ends))}</p> : null
}
