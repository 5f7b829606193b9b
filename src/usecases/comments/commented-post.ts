import { publishedPost } from '../../accounts/published-post.ts'
import { readAs, type Unread } from '../../accounts/read.ts'
import { type ErrorCode, notFound, PublicError } from '../../contract/errors.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { CommentPage, PublishedPost } from '../../platforms/shared/reads.ts'
import { type AccountRow, findProfileAccount } from '../../store/accounts/accounts.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type JobRow, listJobs } from '../../store/jobs/jobs.ts'
import type { Caller, Services } from '../context.ts'
import { reconnectMessage } from '../destinations.ts'
import { ownPost } from '../posts/own-post.ts'
import { jobConflict } from '../wrong-state.ts'

/** A job’s post on its platform, and the account that reads it. */
export interface CommentedPost {
  readonly type: 'there'
  readonly job: JobRow
  readonly platform: Platform
  readonly account: AccountRow
  readonly post: PublishedPost
}

/** Why a job’s post could not be read from its platform. */
export interface UnreadablePost {
  readonly type: 'unreadable'
  readonly job: JobRow
  readonly code: 'not_published' | 'unsupported' | 'platform_not_connected' | Unread['code']
  readonly message: string
  /** The meaning of the platform’s refusal, if it refused. */
  readonly error?: Unread['error']
}

/** The jobs of the group that an ID belongs to. */
export async function groupOf(db: Reader, caller: Caller, id: number) {
  const post = await ownPost(db, caller, id)
  return { post, jobs: await listJobs(db, [post.id]) }
}

/** Names for messages of what is read from a post. */
const subjects = { readComments: 'Comments', readMetrics: 'Metrics' } as const

/** A post that can be read: published, by an account that is connected in the profile. */
export async function readablePost(
  { database, platforms }: Pick<Services, 'database' | 'platforms'>,
  job: JobRow,
  profileId: string,
  method: keyof typeof subjects,
): Promise<CommentedPost | UnreadablePost> {
  const platform = platforms.find(({ name }) => name === job.platform)
  if (!platform) throw notFound('platform')
  const unreadable = (code: UnreadablePost['code'], message: string): UnreadablePost => ({
    type: 'unreadable',
    job,
    code,
    message,
  })
  const { title } = platform
  if (!platform.live[method])
    return unreadable(
      'unsupported',
      `${subjects[method]} on ${title} cannot be read. GET /platforms lists the platforms where they can.`,
    )
  const post = publishedPost(job)
  if (!post)
    return unreadable(
      'not_published',
      job.status === 'completed'
        ? `The ID of the post on ${title} is unknown, so nothing can be read from it.`
        : `On ${title} the post is not published: its job is ${job.status}.`,
    )
  const account = await findProfileAccount(database.read, profileId, job.platform)
  if (!account || account.remote_id !== job.remote_account_id || account.environment !== job.environment)
    return unreadable(
      'platform_not_connected',
      `The ${title} account that published the post is not connected in the profile. Connect it again.`,
    )
  if (account.status === 'needs_reconnect') return unreadable('reconnect_required', reconnectMessage(platform))
  return { type: 'there', job, platform, account, post }
}

/** The post that has the comments. */
export const commentedPost = (services: Pick<Services, 'database' | 'platforms'>, job: JobRow, profileId: string) =>
  readablePost(services, job, profileId, 'readComments')

/** A page of its comments, as the platform returns it. */
export async function readPage(
  { accounts }: Pick<Services, 'accounts'>,
  { job, platform, account, post }: CommentedPost,
  page: { readonly limit: number; readonly cursor: string | null },
  signal: AbortSignal,
): Promise<{ readonly type: 'read'; readonly value: CommentPage } | UnreadablePost> {
  const read = platform.live.readComments
  if (!read) throw new Error(`${platform.title} has lost its comments.`)
  const result = await readAs(
    accounts.callAs,
    account,
    'comments',
    (context) => read({ post, ...page }, context),
    signal,
  )
  return result.type === 'read' ? result : { ...result, type: 'unreadable', job }
}

const codes = {
  not_published: 'not_published',
  unsupported: 'validation_failed',
  platform_not_connected: 'platform_not_connected',
  reconnect_required: 'reconnect_required',
  rate_limited: 'platform_error',
  platform_error: 'platform_error',
} as const satisfies Record<UnreadablePost['code'], ErrorCode>

/** The same as a refusal of the whole request. */
export function unreadableError({ job, code, message, error }: UnreadablePost): PublicError {
  if (code === 'not_published') return jobConflict(code, job, message)
  return new PublicError(codes[code], message, {
    details: [
      { platform: job.named, code: error ?? code, message, ...(code === 'unsupported' && { path: 'post_id' }) },
    ],
  })
}
