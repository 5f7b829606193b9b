import { z } from 'zod'
import type { JobError } from '../../domain/job-error.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { hour, inSeconds, minute, second } from '../../domain/time.ts'
import { type Answer, hostOf, isDone, jsonIn } from '../shared/call.ts'
import { defineAction, type StepContext } from '../shared/live.ts'
import type { Refusal } from '../shared/refusals.ts'
import { quoted, refusal } from './errors.ts'
import { videoInput } from './plan.ts'
import { asAccount, homeOf, procedure, query } from './request.ts'
import {
  type Blob,
  serverAnswer,
  tokenAnswer,
  type UploadLimits,
  uploadAnswer,
  uploadLimits,
  type VideoJob,
  videoAnswer,
} from './wire.ts'

// The service's name in tokens, whatever address it is reached at (bsky-docs, 2026-04-21).
const videoService = 'did:web:video.bsky.app'

/** In seconds. The token must last for the whole upload; an hour is the most that a server gives. */
const tokenLifeSeconds = inSeconds(30 * minute)

/** Between two questions whether the video is ready. */
const pause = 2 * second

/** A video of 10 minutes is ready within a few. */
const waitLimit = hour

export const videoLimits = defineAction({
  kind: 'prepare',
  input: videoInput,
  perform: async ({ media }, context) => {
    const token = await serviceToken({ aud: videoService, lxm: 'app.bsky.video.getUploadLimits' }, context)
    if (typeof token !== 'string') return token
    const answer = await query(context, {
      host: hostOf(context, 'video'),
      name: 'app.bsky.video.getUploadLimits',
      token,
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    return beyond(uploadLimits.parse(answer.json()), media.facts.size) ?? { type: 'done', result: null }
  },
})

/** Why the service takes no such video from the account today. */
function beyond(limits: UploadLimits, bytes: number): Outcome | null {
  const { canUpload, remainingDailyVideos, remainingDailyBytes, message, error } = limits
  if (error === unconfirmed) return unconfirmedEmail
  if (canUpload && (remainingDailyVideos ?? 1) > 0 && (remainingDailyBytes ?? bytes) >= bytes) return null
  return rejected('quota_exhausted', quoted('The account may send no such video to Bluesky today.', message))
}

const unconfirmed = 'unconfirmed_email'

const rejected = (error: JobError, message: string): Outcome => ({ type: 'rejected', error, message })

const unconfirmedEmail = rejected(
  'permission_missing',
  'Bluesky takes videos only from accounts whose e-mail address is confirmed. Confirm it in Bluesky’s settings.',
)

export const videoUpload = defineAction({
  kind: 'upload',
  input: videoInput,
  perform: async (input, context) => {
    // The service puts the finished video into the account's own server, so that is whom the token is for.
    const aud = await serverDid(context)
    const token = await serviceToken({ aud, lxm: 'com.atproto.repo.uploadBlob' }, context)
    if (typeof token !== 'string') return token
    return uploaded(await send(input, token, context), context)
  },
})

const send = ({ media, name }: z.output<typeof videoInput>, token: string, context: StepContext) =>
  procedure(context, {
    host: hostOf(context, 'video'),
    name: 'app.bsky.video.uploadVideo',
    query: { did: homeOf(context).did, name },
    token,
    bytes: { contentType: 'video/mp4', size: media.facts.size, body: context.read(media) },
  })

/** An upload that had come through before is answered with 409 and its job (atproto issue 3097). */
function uploaded(answer: Answer, context: StepContext): Outcome {
  const job = jobIn(answer)
  if (job?.error === unconfirmed) return unconfirmedEmail
  if (job && job.jobId !== '' && (isDone(answer) || answer.status === 409))
    return { type: 'done', result: { jobId: job.jobId } }
  if (isDone(answer)) return rejected('media_rejected', quoted('Bluesky did not take the video.', job?.message))
  return refusal(answer, 'media', context)
}

/** A refusal may be a job too, and may be anything else. */
const jobIn = (answer: Answer): VideoJob | null =>
  isDone(answer) ? videoAnswer.parse(answer.json()) : (videoAnswer.safeParse(jsonIn(answer)).data ?? null)

/** A server names itself; where it does not, by the rule that most of them follow. */
async function serverDid(context: StepContext): Promise<string> {
  const { pds } = homeOf(context)
  const answer = await query(context, { host: pds, name: 'com.atproto.server.describeServer' })
  const named = isDone(answer) ? serverAnswer.safeParse(answer.json()).data?.did : undefined
  return named ?? `did:web:${new URL(pds).host.replace(':', '%3A')}`
}

async function serviceToken(
  wanted: { readonly aud: string; readonly lxm: string },
  context: StepContext,
): Promise<string | Refusal> {
  const answer = await query(context, {
    ...asAccount(context),
    name: 'com.atproto.server.getServiceAuth',
    query: { ...wanted, exp: String(Math.floor(context.clock.now() / 1_000) + tokenLifeSeconds) },
  })
  return isDone(answer) ? tokenAnswer.parse(answer.json()).token : refusal(answer, 'read', context)
}

export const processing = defineAction({
  kind: 'wait',
  input: z.object({}),
  waitLimit,
  perform: async (_, context) => {
    const { jobId } = context.result('video-upload', z.object({ jobId: z.string() }))
    const answer = await query(context, {
      host: hostOf(context, 'video'),
      name: 'app.bsky.video.getJobStatus',
      query: { jobId },
    })
    if (!isDone(answer)) return refusal(answer, 'media', context)
    const { blob, state, failureCode, message, error } = videoAnswer.parse(answer.json())
    if (blob) return { type: 'done', result: { blob } }
    if (state === 'JOB_STATE_FAILED')
      return rejected('media_rejected', quoted(failures[failureCode ?? ''] ?? failed, message ?? error))
    // States that are not known yet are states of progress too (lexicons, 2026-08-20).
    return { type: 'wait', pause }
  },
})

const failed = 'Bluesky could not process the video.'

const failures: Readonly<Record<string, string>> = {
  validation_failure: 'Bluesky does not take the video.',
  encoding_failure: 'Bluesky could not read the video.',
  pds_upload_unsupported_blob_size: 'The processed video is larger than the account’s Bluesky server allows.',
}

/** The processed video, as the record names it. */
export const processedVideo = (context: StepContext): Blob => context.result('processing', uploadAnswer).blob
