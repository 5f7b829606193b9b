import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { accountsByUrgency, wantsPerson, warningsQuery } from '../../data/accounts.ts'
import { polypost } from '../../data/client.ts'
import { useOffered } from '../../data/platforms.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useHere, useOneProfile } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { AccountRow } from './account-row.tsx'
import classes from './accounts.module.css'
import { accountsWords } from './accounts-words.ts'

/** The accounts of the profile in view, and beside them the connecting of one. */
export function Accounts() {
  const here = useHere()
  const t = useWords(accountsWords)
  const profile = useOneProfile()
  const { platform: current } = useParams({ strict: false })
  const warnings = useQuery(warningsQuery(profile.id))
  const accounts = Object.values(profile.platform_profiles)
  const offered = useOffered()
  const rows = accountsByUrgency(profile, offered)
  return (
    <Screen
      title={t.title}
      of={here.profile}
      fact={t.fact(accounts.length, rows.length, accounts.filter((account) => wantsPerson(account)).length)}
      actions={<Button renderRoot={(props) => <Link to="/profiles" {...props} />}>{t.profiles}</Button>}
    >
      <div className={classes.lay} data-panel={current !== undefined || undefined}>
        <div className={classes.list}>
          <FirstAccounts hasAny={accounts.length > 0} offered={offered.length} />
          {warnings.error && <ReadError what={t.what} error={warnings.error} retry={warnings.refetch} />}
          <Heads />
          <ul>
            {rows.map(({ platform, account }) => (
              <AccountRow
                key={platform}
                platform={platform}
                account={account}
                warnings={warnings.data?.filter((warning) => warning.platform === platform) ?? []}
                isCurrent={platform === current}
              />
            ))}
          </ul>
        </div>
        <Outlet />
      </div>
    </Screen>
  )
}

function Heads() {
  const t = useWords(accountsWords)
  return (
    <div className={classes.heads} aria-hidden="true">
      <span>{t.account}</span>
      <span>{t.health}</span>
      <span className={classes.lasts}>{t.lasts}</span>
    </div>
  )
}

/** While the profile has no account: the quick way to try everything. */
function FirstAccounts({ hasAny, offered }: { readonly hasAny: boolean; readonly offered: number }) {
  const t = useWords(accountsWords)
  const may = useMay('admin')
  const { id } = useOneProfile()
  const queries = useQueryClient()
  const connect = useMutation({
    mutationFn: () => polypost.connections.connect({ platform: 'all', environment: 'sandbox', profile_id: id }),
    onSuccess: () => queries.invalidateQueries(profilesQuery),
  })
  if (hasAny) return null
  return (
    <div className={classes.first}>
      <Empty
        action={
          may && (
            <Button variant="filled" loading={connect.isPending} onClick={() => connect.mutate()}>
              {t.connectAll(offered)}
            </Button>
          )
        }
      >
        {may ? t.none : t.mayNot}
      </Empty>
      <Problem error={connect.error} />
    </div>
  )
}
