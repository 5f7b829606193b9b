import { Button } from '@mantine/core'
import type { Connection } from '@polypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { appQuery, connectionQuery, warningsQuery } from '../../../data/accounts.ts'
import { polypost } from '../../../data/client.ts'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { profilesQuery } from '../../../data/profiles.ts'
import { useHere, useOneProfile } from '../../../data/scope.ts'
import { Problem } from '../../../parts/problem.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import { AccountHealth } from '../account-health.tsx'
import { PublishAs } from './choices.tsx'
import classes from './connect.module.css'
import { Expired, Failed, Waiting } from './not-connected.tsx'
import { runningWords } from './running-words.ts'

interface Props {
  readonly id: string
  readonly platform: PlatformName
}

/** A connection that was begun: it waits, wants a choice, or has ended. */
export function Running({ id, platform }: Props) {
  const t = useWords(runningWords)
  const queries = useQueryClient()
  const { data: connection, error, refetch } = useQuery(connectionQuery(id))
  const status = connection?.status
  useEffect(() => {
    if (status === 'connected') void queries.invalidateQueries(profilesQuery)
    if (status === 'connected' || status === 'failed') void queries.invalidateQueries(appQuery(platform))
  }, [queries, status, platform])
  if (error && !connection) return <ReadError what={t.what} error={error} retry={refetch} />
  if (!connection) return <Skeleton rows={3} widths={[3, 5]} />
  const shown = { connection, platform }
  return (
    <div className={classes.ending} aria-live="polite">
      {status === 'waiting' && <Waiting {...shown} />}
      {status === 'choosing' && <Choosing {...shown} />}
      {status === 'connected' && <Connected platform={platform} />}
      {status === 'failed' && <Failed {...shown} />}
      {status === 'expired' && <Expired platform={platform} />}
    </div>
  )
}

interface ConnectionProps {
  readonly connection: Connection
  readonly platform: PlatformName
}

function Choosing({ connection: { connection_id: id, choices, expires_at } }: ConnectionProps) {
  const here = useHere()
  const t = useWords(runningWords)
  const { clock } = useTimes()
  const queries = useQueryClient()
  const [chosen, choose] = useState(choices[0]?.id)
  const select = useMutation({
    mutationFn: (choice_id: string) => polypost.connections.select(id, { choice_id }),
    onSuccess: (connection) => queries.setQueryData(connectionQuery(id).queryKey, connection),
    onError: () => queries.invalidateQueries(connectionQuery(id)),
  })
  const one = choices.find((choice) => choice.id === chosen)
  return (
    <>
      <h3>{t.choose}</h3>
      <PublishAs choices={choices} chosen={chosen} choose={choose} />
      <Problem error={select.error} />
      <div className={classes.buttons}>
        {one && (
          <Button variant="filled" loading={select.isPending} onClick={() => select.mutate(one.id)}>
            {t.connectOne(one.name)}
          </Button>
        )}
        <Button variant="subtle" renderRoot={(props) => <Link to="/p/$profile/accounts" params={here} {...props} />}>
          {t.notNow}
        </Button>
        <span className="small third">{t.until(clock(expires_at))}</span>
      </div>
    </>
  )
}

/** The abilities of the account, and what is still missing. */
function Connected({ platform }: { readonly platform: PlatformName }) {
  const here = useHere()
  const t = useWords(runningWords)
  const profile = useOneProfile()
  const { data: warnings = [] } = useQuery(warningsQuery(profile.id))
  const account = profile.platform_profiles[platform]
  return (
    <>
      <h3>{t.done(titleOf(platform))}</h3>
      {account && (
        <div>
          <AccountHealth
            platform={platform}
            account={account}
            warnings={warnings.filter((warning) => warning.platform === platform)}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="filled" renderRoot={(props) => <Link to="/p/$profile/new" params={here} {...props} />}>
          {t.write}
        </Button>
        <Button variant="subtle" renderRoot={(props) => <Link to="/p/$profile/accounts" params={here} {...props} />}>
          {t.toAccounts}
        </Button>
      </div>
    </>
  )
}
