import { z } from 'zod'
import { effectiveTime } from '../../domain/effective-time.ts'
import { countPosts, listPosts as findPosts, type PostOrder } from '../../store/posts/post-list.ts'
import type { Call, UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { readPage } from '../list-page.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { readPosts } from './read-posts.ts'
import { timeRange } from './time-range.ts'

const orders: Readonly<Record<NonNullable<Query['sort']>, PostOrder>> = {
  newest: { by: 'id', descending: true },
  time: { by: 'time', descending: true },
  time_asc: { by: 'time', descending: false },
}

const lastDeletedFirst: PostOrder = { by: 'deletion', descending: true }

type Query = Call<'listPosts'>['query']

const position = z.object({ id: z.number(), time: z.number() })

export const listPosts: UseCase<'listPosts'> = async (call) => ({ status: 'ok', data: await readPostPage(call) })

/** The page of posts that a query asks for. */
export async function readPostPage(call: Call<'listPosts'>) {
  const { database, clock, sealer, media, caller, query } = call
  const scope = await scopeOf(database.read, caller, query.profile_id)
  const now = clock.now()
  const { page: _, per_page: __, limit: ___, cursor: ____, profile_id: _____, ...parameters } = query
  const posts = { scope, filters: filtersOf(call, now) }
  const order = orderOf(query)
  const { shown, meta, next_cursor } = await readPage(sealer, ['posts', scope, parameters], query, {
    position,
    rows: (part) => findPosts(database.readLong, posts, order, part),
    positionOf: (post) => ({
      id: post.id,
      time: order.by === 'deletion' ? (post.deleted_at ?? 0) : effectiveTime(post),
    }),
    count: () => countPosts(database.readLong, posts),
  })
  return { posts: await readPosts(database.read, media, shown, now), meta, next_cursor }
}

function orderOf({ sort, from, to, deleted }: Query): PostOrder {
  if (sort !== undefined) return orders[sort]
  if (from !== undefined || to !== undefined) return orders.time_asc
  return deleted ? lastDeletedFirst : orders.newest
}

function filtersOf({ platforms, query }: Pick<Call<'listPosts'>, 'platforms' | 'query'>, now: number) {
  const time = timeRange(query, 'from', 'to')
  const scheduled = timeRange(query, 'scheduled_from', 'scheduled_to')
  return {
    statuses: query.status,
    platforms: query.platform?.flatMap((word) => platformNamed(platforms, word)?.name ?? []),
    from: time.from,
    to: time.to,
    scheduledFrom: scheduled.from,
    scheduledTo: scheduled.to,
    search: query.search,
    batchId: query.batch_id,
    label: query.label,
    deleted: query.deleted === 'only',
    now,
  }
}
