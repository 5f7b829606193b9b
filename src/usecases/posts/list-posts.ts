import { listPosts as findPosts } from '../../store/posts.ts'
import type { UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { readPosts } from './read-posts.ts'

export const listPosts: UseCase<'listPosts'> = async ({ database, clock, caller, platforms, query }) => {
  const { page, per_page, status, platform, search } = query
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const now = clock.now()
  const { rows, total } = await findPosts(
    database.read,
    {
      profileId: profile.id,
      statuses: status && [status],
      platform: platform && platformNamed(platforms, platform)?.name,
      scheduledFrom: timeOf(query.scheduled_from),
      scheduledTo: timeOf(query.scheduled_to),
      search,
      now,
    },
    { offset: (page - 1) * per_page, limit: per_page },
  )
  return {
    status: 'ok',
    data: {
      posts: await readPosts(database.read, rows, now),
      meta: { page, per_page, total },
    },
  }
}

const timeOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text))
