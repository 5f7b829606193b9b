import { longestRead } from '../../accounts/read.ts'
import { notFound } from '../../contract/errors.ts'
import { beginReading } from '../../store/comments/comments.ts'
import { listReplyAuthors } from '../../store/comments/replies.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import type { Services, UseCase } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { readCursor, writeCursor } from '../list-cursor.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { commentedPost, groupOf, readPage, type UnreadablePost, unreadableError } from './commented-post.ts'
import { keepPage } from './keep-page.ts'
import { atStart, mergeComments, type ReadPage, type SourcePosition, storedPositions } from './merge-comments.ts'
import { showComment } from './show-comment.ts'

/** How many comments of one platform are read at once, if there are several platforms. */
const pageBeside = 50

export const listComments: UseCase<'listComments'> = async ({ caller, query, ...services }) => {
  const { database, platforms, sealer } = services
  const { post_id, platform, profile_id, limit, cursor } = query
  const { post, jobs: all } = await groupOf(database.read, caller, post_id)
  const profileId =
    profile_id === undefined ? post.profile_id : (await ownProfile(database.read, caller, profile_id)).id
  const wanted = platform && platformNamed(platforms, platform)
  const jobs = wanted ? all.filter((job) => job.platform === wanted.name) : all
  if (jobs.length === 0) throw notFound('destination of the post')
  const parameters = ['comments', caller.userId, post_id, platform ?? null, profile_id ?? null] as const
  const positions =
    cursor === undefined ? jobs.map(({ id }) => atStart(id)) : readCursor(sealer, parameters, storedPositions, cursor)
  const pageSize = jobs.length > 1 ? Math.min(limit, pageBeside) : limit
  const signal = AbortSignal.timeout(longestRead)
  const since = await beginReading(database.read)
  const sources = jobs.flatMap((job) => {
    const position = positions.find(({ jobId }) => jobId === job.id)
    return position ? [{ position, read: reader(services, job, { profileId, limit: pageSize, since }, signal) }] : []
  })
  const merged = await mergeComments(sources, limit, () => signal.aborted)
  const [only, ...others] = jobs
  const [fault] = merged.faults
  if (others.length === 0 && fault && merged.shown.length === 0) throw unreadableError(fault)
  const authors = await listReplyAuthors(
    database.read,
    jobs.map(({ id }) => id),
  )
  return {
    status: 'ok',
    data: {
      platform: platform ?? (only && others.length === 0 ? only.named : 'multiple'),
      post_id,
      comments: merged.shown.flatMap(({ jobId, comment }) =>
        jobs.filter(({ id }) => id === jobId).map((job) => showComment(job, comment, authors)),
      ),
      platform_errors: merged.faults.map(({ job, code, message }) => ({
        platform: job.named,
        post_id: job.id,
        code,
        message,
      })),
      next_cursor: merged.positions.length > 0 ? writeCursor(sealer, parameters, merged.positions) : null,
    },
  }
}

/** Reads pages of a job's comments, and keeps them for the inbox. Whether that is possible is checked once. */
function reader(
  services: Pick<Services, 'database' | 'platforms' | 'accounts'>,
  job: JobRow,
  { profileId, limit, since }: { readonly profileId: string; readonly limit: number; readonly since: number },
  signal: AbortSignal,
): ReadPage<UnreadablePost> {
  let looked: ReturnType<typeof commentedPost> | null = null
  return async (cursor: SourcePosition['page']) => {
    looked ??= commentedPost(services, job, profileId)
    const found = await looked
    if (found.type === 'unreadable') return found
    const page = await readPage(services, found, { limit, cursor }, signal)
    if (page.type === 'read') await keepPage(services, found, { page: page.value, cursor, since })
    return page
  }
}
