import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Client } from '../../domain/client.ts'
import type { Finding, JobWarning, PostWarning } from '../../domain/content.ts'
import { formatOf } from '../../domain/job-format.ts'
import { scheduledEvent } from '../../domain/post-events.ts'
import { lockProfileAccounts } from '../../store/accounts/accounts.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { takeIds } from '../../store/engine/ids.ts'
import { insertJobs, type NewJob } from '../../store/jobs/jobs.ts'
import { insertPost, keepMedia, type NewPost } from '../../store/posts/posts.ts'
import { randomText } from '../../system/random.ts'
import { actorOf } from '../actor-of.ts'
import type { Caller, Services } from '../context.ts'
import { keyOf } from '../destinations.ts'
import { keepLabels } from '../labels/keep-labels.ts'
import { refusal } from '../refuse.ts'
import { nextSlot } from '../slots/free-slots.ts'
import { type AdmittedDestination, type AdmittedPost, earliestTime } from './admit-post.ts'
import { mediaRemoved } from './post-media.ts'
import type { PostRequest } from './post-request.ts'
import { allowanceFinding } from './posting-allowance.ts'
import { showSubmission } from './show-post.ts'

export type StoreContext = Pick<Services, 'clock' | 'limits'> & { readonly caller: Caller; readonly client: Client }

/** Stores an admitted post with its jobs, its event and the response in one transaction. */
export async function storePost(
  tx: Transaction,
  call: StoreContext,
  requested: PostRequest,
  examined: AdmittedPost,
  by: Actor = actorOf(call.caller),
): Promise<Output<Operations['createPost']>> {
  const { clock, caller } = call
  const now = clock.now()
  const admitted = await takeSlot(tx, examined, earliestTime(call))
  const { at, destinations } = admitted
  const dueAt = at ?? now
  await checkAccounts(tx, admitted)
  const finding = await allowanceFinding(tx, call, { dueAt, jobs: destinations.length })
  if (finding) throw refusal([finding])

  const ids = await takeIds(tx, 1 + destinations.length)
  const { post, jobs } = newPost(call, requested, admitted, { ids, now, by })
  const { id } = post
  await insertPost(tx, post)
  await insertJobs(tx, jobs)
  await keepNamedMedia(tx, id, admitted.mediaKeys)
  if (requested.labels.length > 0) await keepLabels(tx, caller, { of: 'post', id }, { names: requested.labels, now })
  if (dueAt > now)
    await appendEvents(tx, { userId: caller.userId, postId: id, now }, [scheduledEvent(eventPost(post, jobs))])
  return showSubmission(post, jobs, [...admitted.allWarnings])
}

/** The rows of an admitted post. */
export function newPost(
  { caller, client }: Pick<StoreContext, 'caller' | 'client'>,
  requested: PostRequest,
  admitted: AdmittedPost,
  {
    ids: [id, ...jobIds],
    now,
    by = actorOf(caller),
  }: { readonly ids: readonly [number, ...number[]]; readonly now: number; readonly by?: Actor },
): { post: NewPost; jobs: NewJob[] } {
  const { at, destinations } = admitted
  const post: NewPost = {
    ...postColumns(requested, admitted),
    platforms: destinations.map(({ named }) => named),
    id,
    user_id: caller.userId,
    batch_id: `batch_${randomText(24)}`,
    source: client,
    status: 'queued',
    revision: 1,
    created_at: now,
    created_by: by,
    updated_at: now,
    updated_by: null,
  }
  return { post, jobs: newJobs(post, jobIds, destinations, at ?? now) }
}

/** Gives the post the slot that is free now, if it wants one. No other transaction can take the same one. */
export async function takeSlot(
  tx: Transaction,
  admitted: AdmittedPost,
  after: number,
  exceptPost: number | null = null,
): Promise<AdmittedPost> {
  if (!admitted.nextSlot) return admitted
  const { at, timezone, finding } = await nextSlot(tx, admitted.profile.id, { after, exceptPost })
  if (finding) throw refusal([finding])
  return { ...admitted, at, timezone }
}

/** The jobs of new destinations of a post. */
export function newJobs(
  post: Pick<NewPost, 'id' | 'user_id' | 'profile_id' | 'updated_at'>,
  ids: readonly number[],
  destinations: readonly AdmittedDestination[],
  dueAt: number,
): NewJob[] {
  const { user_id, profile_id, updated_at: now } = post
  return ids.flatMap((id, at) => {
    const destination = destinations[at]
    if (!destination) return []
    return [{ ...jobColumns(destination, profile_id, dueAt, now), id, post_id: post.id, user_id, created_at: now }]
  })
}

/** The columns of a post that come from the request. */
export const postColumns = (requested: PostRequest, { profile, at, timezone, media, warnings }: AdmittedPost) => ({
  profile_id: profile.id,
  message: requested.message,
  media: [...media],
  comments: [...requested.comments],
  options: requested.options,
  auto_reply_enabled: requested.autoReply,
  webhook_url: requested.webhookUrl,
  scheduled_at: at,
  scheduled_timezone: timezone,
  warnings: [...warnings],
})

/** The columns of a job that come from its destination, also after an edit. */
export const jobColumns = (
  { platform, named, account, content, warnings }: AdmittedDestination,
  profileId: string,
  dueAt: number,
  now: number,
) => ({
  profile_id: profileId,
  platform: platform.name,
  named,
  environment: account.environment,
  remote_account_id: account.remote_id,
  lane: keyOf(account),
  scheduled_for: dueAt,
  content,
  needs: formatOf(platform),
  warnings: warnings.map((warning) => jobWarning(warning, now)),
})

const jobWarning = ({ code, severity, message }: PostWarning, at: number): JobWarning => ({
  code,
  severity,
  message,
  details: null,
  at,
})

/** Whether the accounts are still the admitted ones. A profile that was deleted in the meantime has none. */
export async function checkAccounts(tx: Transaction, { profile, destinations }: AdmittedPost): Promise<void> {
  const accounts = await lockProfileAccounts(tx, profile.id)
  const findings = destinations.flatMap(({ named, platform, account }): Finding[] => {
    const current = accounts.find((one) => one.platform === platform.name)
    if (current && keyOf(current) === keyOf(account) && current.status === 'connected') return []
    const code = current?.status === 'needs_reconnect' ? 'reconnect_required' : 'platform_not_connected'
    const message = `The ${platform.title} account was disconnected or replaced during the checks. Try again.`
    return [{ platform: named, code, message }]
  })
  if (findings.length > 0) throw refusal(findings)
}

export async function keepNamedMedia(tx: Transaction, postId: number, keys: readonly string[]): Promise<void> {
  if (!(await keepMedia(tx, postId, keys))) throw refusal([mediaRemoved])
}

const eventPost = (
  post: Pick<NewPost, 'id' | 'batch_id' | 'profile_id' | 'scheduled_at'>,
  jobs: readonly Pick<NewJob, 'id' | 'named'>[],
) => ({
  id: post.id,
  batchId: post.batch_id,
  profileId: post.profile_id,
  scheduledAt: post.scheduled_at,
  jobs: jobs.map(({ id, named }) => ({
    id,
    platform: named,
    status: 'queued' as const,
    platformPostId: null,
    platformPostUrl: null,
    error: null,
    action: null,
  })),
})
