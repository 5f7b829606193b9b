import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { platformsQuery, useOffered } from '../../data/platforms.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useHere, useOneProfile } from '../../data/scope.ts'
import { useSession } from '../../data/session.ts'
import { NumberedStep } from '../../parts/numbered-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import { anyPostQuery, FirstPost } from './first-post.tsx'
import { PlatformTable } from './platform-table.tsx'
import classes from './start.module.css'
import { startWords } from './start-words.ts'

/** From the first sign-in to the first post. */
export function Start() {
  const here = useHere()
  const t = useWords(startWords)
  const { person } = useSession()
  const { id, connected_platforms } = useOneProfile()
  const connected = connected_platforms.length
  const offered = useOffered()
  const { data } = useQuery(anyPostQuery(id))
  const first = data?.posts[0]
  return (
    <Screen title={t.title} of={here.profile} fact={t.fact}>
      <div className={classes.start}>
        <ol>
          <NumberedStep number={1} state="done" large>
            <h2>{t.owner}</h2>
            {t.ownerText(person.email)}
          </NumberedStep>
          <NumberedStep number={2} state={connected > 0 ? 'done' : 'now'} large>
            <h2>{t.connect}</h2>
            {connected > 0 ? t.connected(connected, offered.length) : <Connect offered={offered.length} />}
          </NumberedStep>
          <NumberedStep number={3} state={first ? 'done' : connected > 0 ? 'now' : 'later'} large>
            <h2>{t.publish}</h2>
            {first ? <Published id={first.id} /> : <FirstPost isReady={connected > 0} />}
          </NumberedStep>
        </ol>
        <PlatformTable />
      </div>
    </Screen>
  )
}

function Connect({ offered }: { readonly offered: number }) {
  const here = useHere()
  const t = useWords(startWords)
  const { list } = useNumbers()
  const { data } = useQuery(platformsQuery)
  const quick = data?.platforms.filter(({ connect: ways }) => ways.some(({ needs_app }) => !needs_app)) ?? []
  const { id } = useOneProfile()
  const queries = useQueryClient()
  const connect = useMutation({
    mutationFn: () => polypost.connections.connect({ platform: 'all', environment: 'sandbox', profile_id: id }),
    onSuccess: () => queries.invalidateQueries(profilesQuery),
  })
  return (
    <>
      <p>{t.connectText}</p>
      <Button variant="filled" size="lg" loading={connect.isPending} onClick={() => connect.mutate()}>
        {t.connectAll(offered)}
      </Button>
      <Problem error={connect.error} />
      <p className="small">
        {t.orReal}
        <Link to="/p/$profile/accounts" params={here} className="link">
          {t.real}
        </Link>
        {quick.length === 0 ? '.' : t.realText(list(quick.map(({ title }) => title)))}
      </p>
    </>
  )
}

function Published({ id }: { readonly id: number }) {
  const here = useHere()
  const t = useWords(startWords)
  return (
    <p>
      {t.published}{' '}
      <Link to="/p/$profile/posts/$id" params={{ ...here, id: String(id) }} className="link">
        {t.look}
      </Link>
    </p>
  )
}
