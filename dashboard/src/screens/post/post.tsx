import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useOwnPath } from '../../data/own-path.ts'
import { postQuery } from '../../data/post.ts'
import { useProfileOf } from '../../data/profiles.ts'
import { ClocksOf } from '../../data/zone.tsx'
import { Back } from '../../parts/back.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { isUnknown, UnknownScreen } from '../../parts/unknown-screen.tsx'
import { useWords } from '../../words/words.ts'
import { Facts } from './facts.tsx'
import { groupsOf } from './groups.ts'
import { JobGroups } from './job-groups.tsx'
import classes from './post.module.css'
import { PostActions } from './post-actions.tsx'
import { postWords } from './post-words.ts'
import { Summary } from './summary.tsx'

const Numbers = lazily(async () => (await import('./numbers.tsx')).Numbers)

/** One post: what became of it on each platform, and what can be done. */
export function PostScreen() {
  const t = useWords(postWords)
  const { id: named, profile: inPath = 'all' } = useParams({ strict: false })
  const id = Number(named)
  const { data, error, refetch } = useQuery(postQuery(id))
  const profile = useProfileOf(data?.profile_id)
  useOwnPath(data?.profile_id, `posts/${id}`)
  // Until its profile is known, its times are not. If that was deleted, they are told in the zone of the browser.
  const post = profile || data?.profile_id === null ? data : undefined
  if (!data && isUnknown(error)) return <UnknownScreen />
  return (
    <ClocksOf value={data?.profile_id ?? null}>
      <Screen
        title={t.number(id)}
        of={data?.profile_id}
        fact={t.number(id)}
        back={
          <Back to="/p/$profile/posts" params={{ profile: data?.profile_id ?? inPath }}>
            {t.posts}
          </Back>
        }
        actions={post && <PostActions post={post} />}
      >
        {error && <ReadError what={t.what} error={error} retry={refetch} />}
        {!error && !post && <Skeleton rows={8} />}
        {post && !error && (
          <div className={classes.layout}>
            <div className={classes.jobs}>
              <Summary post={post} groups={groupsOf(post)} />
              <JobGroups post={post} groups={groupsOf(post)} />
              {post.posted_at !== null && <Numbers post={post} />}
            </div>
            <Facts post={post} profile={profile} />
          </div>
        )}
      </Screen>
    </ClocksOf>
  )
}
