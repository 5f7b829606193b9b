import { listJobs } from '../store/jobs.ts'
import { listPosts as findPosts } from '../store/posts.ts'
import type { UseCase } from './context.ts'
import { platformNamed } from './destinations.ts'
import { ownProfile } from './own-profile.ts'
import { showPost } from './show-post.ts'

export const listPosts: UseCase<'listPosts'> = async ({ database, clock, caller, platforms, query }) => {
  const { page, per_page, status, platform, search } = query
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const now = clock.now()
  const { rows, total } = await findPosts(
    database.read,
    {
      profileId: profile.id,
      status,
      platform: platform && platformNamed(platforms, platform)?.name,
      scheduledFrom: timeOf(query.scheduled_from),
      scheduledTo: timeOf(query.scheduled_to),
      search,
      now,
    },
    { offset: (page - 1) * per_page, limit: per_page },
  )
  const jobs = await listJobs(
    database.read,
    rows.map(({ id }) => id),
  )
  const jobsOf = Map.groupBy(jobs, ({ post_id }) => post_id)
  return {
    status: 'ok',
    data: {
      posts: rows.map((post) => showPost(post, jobsOf.get(post.id) ?? [], now)),
      meta: { page, per_page, total },
    },
  }
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))
