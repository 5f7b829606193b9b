import { z } from 'zod'
import type { Outcome, Presence } from '../../domain/outcome.ts'
import type { StepContext } from '../shared/context.ts'
import { chunksIn } from './chunks.ts'
import { mayPass } from './failures.ts'
import type { Upload } from './plan.ts'
import {
  nextOutcome,
  noPolls,
  type PollCounts,
  pauseAfter,
  pollCounts,
  pollStatus,
  presenceOf,
  type ReceivedPost,
} from './polling.ts'
import { askStatus, isStage, type Stage } from './status.ts'
import { begin, chunksOfSession, hasEnded, sendChunk, session } from './upload-session.ts'

/** The saved progress; `session` is null if a new upload has to be started. */
const progress = pollCounts.extend({
  session: session.nullable(),
  isSent: z.boolean(),
  restarts: z.number().default(0),
})

type Progress = z.output<typeof progress>

/** How often an upload is started again after TikTok reports that it failed. */
const maxRestarts = 2

/** Sends the last chunk, upon which TikTok starts to publish, and polls until the post is published. */
export async function finishUpload(input: Upload, context: StepContext): Promise<Outcome> {
  const now = progress.nullable().parse(context.saved)
  if (now !== null) return now.session === null ? restart(input, now, context) : resume(input, now, context)
  const first: Progress = { ...noPolls, session: context.result('upload', session), isSent: false, restarts: 0 }
  // A later attempt has to ask first how much arrived.
  await context.save(first)
  return sendFrom(input, first, (first.session?.count ?? 1) - 1, context)
}

/** Whether an upload in doubt is published. */
export async function findUpload(input: Upload, context: StepContext): Promise<Presence> {
  const { session: at } = progress.nullable().parse(context.saved) ?? { session: null }
  if (at === null) return { type: 'absent' }
  return presenceOf(await askStatus(at.publishId, context), receivedPost(input, at), context)
}

const receivedPost = ({ direct }: Upload, { publishId }: { readonly publishId: string }): ReceivedPost => ({
  publishId,
  kind: 'video',
  direct,
})

async function resume(input: Upload, now: Progress, context: StepContext): Promise<Outcome> {
  const { session: at } = now
  if (at === null) throw new Error('There is no upload to continue.')
  const stage = await pollStatus(at.publishId, context)
  if (stage.type === 'working' && !isWhole(stage, input, now)) {
    if (hasEnded(at, context)) return restart(input, now, context)
    const from = chunksIn(chunksOfSession(input, at), stage.bytes ?? 0)
    return sendFrom(input, now, from, context, from === at.count - 1)
  }
  if (stage.type === 'failed' && mayPass(stage.reason) && now.restarts < maxRestarts)
    return restart(input, now, context)
  if (!isStage(stage)) return stage
  const keep = (counts: PollCounts) => context.save({ ...now, ...counts })
  return nextOutcome(stage, { post: receivedPost(input, at), counts: now, keep }, context)
}

const isWhole = ({ bytes }: Extract<Stage, { type: 'working' }>, { media }: Upload, { isSent }: Progress): boolean =>
  isSent || bytes === null || bytes >= media.facts.size

/** Starts another upload of the whole file. The one before has certainly published nothing. */
async function restart(input: Upload, now: Progress, context: StepContext): Promise<Outcome> {
  if (now.restarts >= maxRestarts) return everyUploadEnded
  const none: Progress = { ...now, session: null, isSent: false }
  await context.save(none)
  const begun = await begin(input, context)
  if ('type' in begun) return begun
  const next: Progress = { ...none, session: begun, restarts: now.restarts + 1 }
  await context.save(next)
  return sendFrom(input, next, 0, context)
}

const lastChunkRefused: Outcome = {
  type: 'unknown',
  message: 'TikTok does not accept the last chunk of the file a second time.',
}

const everyUploadEnded: Outcome = {
  type: 'rejected',
  error: 'platform_unavailable',
  message: 'TikTok ended every upload before it was complete. Retry the job to upload the video again.',
}

/** Sends the rest of the file. If its last chunk may have arrived before, a refusal does not mean that it has not. */
async function sendFrom(
  input: Upload,
  now: Progress,
  from: number,
  context: StepContext,
  mayHaveArrived = false,
): Promise<Outcome> {
  const { session: at } = now
  if (at === null) throw new Error('There is no upload to finish.')
  for (let index = from; index < at.count; index += 1) {
    const sent = await sendChunk(input, at, index, 'post', context)
    if (mayHaveArrived && (sent.type === 'gone' || sent.type === 'rejected')) return lastChunkRefused
    if (sent.type === 'gone') return restart(input, now, context)
    if (sent.type === 'misplaced') return { type: 'unknown', message: 'TikTok expects another chunk of the file.' }
    if (sent.type !== 'taken') return sent
  }
  await context.save({ ...now, isSent: true })
  return { type: 'wait', pause: pauseAfter(0) }
}
