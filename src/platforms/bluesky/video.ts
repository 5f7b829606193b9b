import { z } from 'zod'
import type { JobError } from '../../domain/job-error.ts'
import type { Outcome, Refusal } from '../../domain/outcome.ts'
import { hour, inSeconds, second } from '../../domain/time.ts'
import { defineAction } from '../shared/action.ts'
import { type Answer, hostOf, isDone, jsonIn } from '../shared/call.ts'
import { clockMargin } from '../shared/clock-margin.ts'
import type { StepContext } from '../shared/context.ts'
import { quoted, refusal } from './errors.ts'
import { videoInput } from './plan.ts'
import { homeOf, ownServer, procedure, query } from './request.ts'
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

// The name of the video service in tokens, independent of its address (bsky-docs, 2026-04-21).
const videoService = 'did:web:video.bsky.app'

/**
 * The token has to last for the whole upload. A server refuses more than an hour by its own clock (`getServiceAuth` of
 * `@atproto/pds`, 2026-11-22).
 */
const tokenLife = hour - clockMargin

/** Between two status requests. */
const pause = 2 * second

/** Processing a video of 10 minutes takes a few minutes. */
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
    return limitReached(uploadLimits.parse(answer.json()), media.facts.size) ?? { type: 'done', result: null }
  },
})

/** Why the account can't upload this video today; null if it can. */
function limitReached(limits: UploadLimits, bytes: number): Outcome | null {
  const { canUpload, remainingDailyVideos, remainingDailyBytes, message, error } = limits
  if (error === unconfirmed) return unconfirmedEmail
  if (canUpload && (remainingDailyVideos ?? 1) > 0 && (remainingDailyBytes ?? bytes) >= bytes) return null
  return rejected('quota_exhausted', quoted('The account cannot upload this video to Bluesky today.', message))
}

const unconfirmed = 'unconfirmed_email'

const rejected = (error: JobError, message: string): Outcome => ({ type: 'rejected', error, message })

const unconfirmedEmail = rejected(
  'permission_missing',
  'Bluesky accepts videos only from accounts with a confirmed e-mail address. Confirm it in Bluesky’s settings.',
)

export const videoUpload = defineAction({
  kind: 'upload',
  input: videoInput,
  perform: async (input, context) => {
    // The service stores the processed video on the account's own server, so the token is for that server.
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

/** If an earlier attempt has uploaded the video, the service returns 409 and that job (atproto issue 3097). */
function uploaded(answer: Answer, context: StepContext): Outcome {
  const job = jobIn(answer)
  if (job?.error === unconfirmed) return unconfirmedEmail
  if (job && job.jobId !== '' && (isDone(answer) || answer.status === 409))
    return { type: 'done', result: { jobId: job.jobId } }
  if (isDone(answer)) return rejected('media_rejected', quoted('Bluesky did not accept the video.', job?.message))
  return refusal(answer, 'media', context)
}

/** A refusal may contain a job, or anything else. */
const jobIn = (answer: Answer): VideoJob | null =>
  isDone(answer) ? videoAnswer.parse(answer.json()) : (videoAnswer.safeParse(jsonIn(answer)).data ?? null)

/** The DID that the server reports; otherwise the DID that most servers have. */
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
    ...ownServer(context),
    name: 'com.atproto.server.getServiceAuth',
    query: { ...wanted, exp: String(Math.floor(inSeconds(context.clock.now() + tokenLife))) },
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
    // Unknown states mean progress too (lexicons, 2026-08-20).
    return { type: 'wait', pause }
  },
})

const failed = 'Bluesky could not process the video.'

const failures: Readonly<Record<string, string>> = {
  validation_failure: 'Bluesky does not accept the video.',
  encoding_failure: 'Bluesky could not read the video.',
  pds_upload_unsupported_blob_size: 'The processed video is larger than the account’s Bluesky server allows.',
}

/** The processed video, as the record contains it. */
export const processedVideo = (context: StepContext): Blob => context.result('processing', uploadAnswer).blob
