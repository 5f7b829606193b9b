import type { ProfileSettings } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Account, nameOf, wantsPerson } from '../../data/accounts.ts'
import { type PlatformName, platformsQuery, titleOf } from '../../data/platforms.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { AccountActions } from './account-actions.tsx'
import { AccountHealth } from './account-health.tsx'
import classes from './accounts.module.css'
import { accountsWords } from './accounts-words.ts'

interface Props {
  readonly platform: PlatformName
  /** Null: no account is connected. */
  readonly account: Account | null
  readonly warnings: ProfileSettings['warnings']
  /** It is being connected beside the list. */
  readonly isCurrent: boolean
}

export function AccountRow({ platform, account, warnings, isCurrent }: Props) {
  const t = useWords(accountsWords)
  return (
    <li className={classes.row} data-current={isCurrent || undefined} aria-current={isCurrent || undefined}>
      <Mark platform={platform} size={20} off={account === null} />
      <span className={classes.picture}>
        {account && <Avatar name={nameOf(account)} picture={account.picture_url} />}
      </span>
      <div>
        <p className={classes.name}>
          {titleOf(platform)} {account?.environment === 'sandbox' && <Tag>{t.sandbox}</Tag>}
        </p>
        <p className="small third cut">
          {account === null
            ? t.notConnected
            : [nameOf(account), account.account_type?.toLowerCase()].filter(Boolean).join(', ')}
        </p>
      </div>
      <div className={classes.health}>
        {account && <AccountHealth platform={platform} account={account} warnings={warnings} />}
      </div>
      <p className={`small second ${classes.lasts}`}>{account && <Lasts platform={platform} account={account} />}</p>
      <AccountActions platform={platform} account={account} isUrgent={account !== null && wantsPerson(account)} />
    </li>
  )
}

function Lasts({ platform, account }: { readonly platform: PlatformName; readonly account: Account }) {
  const t = useWords(accountsWords)
  const { day } = useTimes()
  const { data } = useQuery(platformsQuery)
  if (account.expires_at !== null) return t.until(day(account.expires_at))
  const kind = data?.platforms.find(({ name }) => name === platform)?.connect[0]?.kind
  return kind && t[kind]
}
