import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { postQuery } from '../../data/post.ts'
import { OwnProfile, useIntoView, useProfileOf } from '../../data/profiles.ts'
import { Back } from '../../parts/back.tsx'
import { lazily } from '../../parts/lazily.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
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
  const id = Number(useParams({ strict: false }).id)
  const { data, error, refetch } = useQuery(postQuery(id))
  const profile = useProfileOf(data?.profile_id)
  useIntoView(profile, `/posts/${id}`)
  // Until its profile is known, its times are not. If that was deleted, they are told in the zone of the one in view.
  const post = profile || data?.profile_id === null ? data : undefined
  return (
    <OwnProfile value={profile ?? null}>
      <Screen
        title={t.number(id)}
        fact={t.number(id)}
        back={<Back to="/p/$profile/posts" params={here}>{t.posts}</Back>}
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
    </OwnProfile>
  )
}
