import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { day, minute, second } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { type Account, findAccount } from './accounts.ts'
import { blobRef, keepBlob, sniff } from './blobs.ts'
import { invalidRequest, invalidToken, RefusedRequest } from './errors.ts'
import { serverDid, tokenOf } from './session.ts'
import { settingsOf } from './settings.ts'
import { readToken } from './tokens.ts'

/** The service's own name, at whatever address it is reached (sheet of 2026-11-21). */
const videoDid = 'did:web:video.bsky.app'

// Lexicons of 2026-08-20, in bytes.
const maxVideo = 300_000_000

/** How long the service processes a video, and a slow one. */
const processing = 4 * second
const slowProcessing = 2 * minute

const job = z.object({
  jobId: z.string(),
  did: z.string(),
  sha256: z.string(),
  size: z.number(),
  isVideo: z.boolean(),
  startedAt: z.number(),
  readyAt: z.number(),
  failed: z.boolean(),
  /** The file as records name it, once processing is complete. */
  blob: blobRef.nullable(),
})

type Job = z.output<typeof job>

const jobs = (world: World) => world.documents('video jobs')
/** Jobs by account and hash of the bytes. */
const known = (did: string, world: World) => world.documents(`videos ${did}`)

function readJob(id: Json | undefined, world: World): Job | undefined {
  const document = typeof id === 'string' ? jobs(world).get(id) : undefined
  return document === undefined ? undefined : job.parse(document)
}

/** The account that allowed the service to act, by a token for one method and one service. */
function caller(
  request: SimulatedRequest,
  { aud, lxm }: { aud: readonly string[]; lxm: string },
  world: World,
): Account {
  const claims = readToken(tokenOf(request), world)
  if (claims.iss === undefined) throw invalidToken()
  if (!aud.includes(claims.aud))
    throw new RefusedRequest(401, 'BadJwtAudience', 'jwt audience does not match service did')
  if (claims.lxm !== lxm)
    throw new RefusedRequest(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${lxm}`)
  const account = findAccount(claims.iss, world)
  if (!account) throw invalidToken()
  return account
}

export function getUploadLimits(request: SimulatedRequest, world: World): Json {
  const account = caller(request, { aud: [videoDid], lxm: 'app.bsky.video.getUploadLimits' }, world)
  if (!account.emailConfirmed)
    return noUpload('unconfirmed_email', 'Please confirm your email before uploading a video')
  const { videos, bytes } = leftToday(account.did, world)
  if (videos <= 0 || bytes <= 0) return dailyLimitReached
  return { canUpload: true, remainingDailyVideos: videos, remainingDailyBytes: bytes }
}

const noUpload = (error: string, message: string) => ({
  canUpload: false,
  remainingDailyVideos: 0,
  remainingDailyBytes: 0,
  error,
  message,
})

export const dailyLimitReached = noUpload('daily_limit_exceeded', 'User has exceeded daily upload videos limit')

const usage = z.object({ since: z.number(), videos: z.number(), bytes: z.number() })
const usages = (world: World) => world.documents('video usage')

function usedToday(did: string, world: World): z.output<typeof usage> {
  const window = usage.safeParse(usages(world).get(did))
  const runs = window.success && world.now() < window.data.since + world.scaled(day)
  return runs ? window.data : { since: world.now(), videos: 0, bytes: 0 }
}

function leftToday(did: string, world: World) {
  const { dailyVideos, dailyVideoBytes } = settingsOf(world)
  const used = usedToday(did, world)
  return { videos: dailyVideos - used.videos, bytes: dailyVideoBytes - used.bytes }
}

/** The response is the job itself, although the lexicon wraps it (atproto issues 3026 and 3097). */
export function uploadVideo(request: SimulatedRequest, world: World): SimulatedReply {
  // The token lets the service store the finished file on the account's own server, so it is issued for that server.
  const account = caller(request, { aud: [serverDid(world)], lxm: 'com.atproto.repo.uploadBlob' }, world)
  if (request.query.get('did') !== account.did) throw invalidRequest('Error: did must be the one of the token')
  if (!account.emailConfirmed)
    return { status: 400, body: { jobStatus: { jobId: '', did: account.did, state: '', error: 'unconfirmed_email' } } }
  if (!/^video\/mp4\b/.test(request.headers['content-type'] ?? ''))
    throw new RefusedRequest(400, 'UnsupportedContentType', 'Only video/mp4 is supported')
  if (request.size > maxVideo) throw new RefusedRequest(400, 'VideoTooLarge', 'Video is too large')
  const before = readJob(known(account.did, world).get(request.sha256), world)
  if (before && !before.failed) return alreadyThere(progress(before, world))
  const used = usedToday(account.did, world)
  const left = leftToday(account.did, world)
  if (left.videos < 1 || left.bytes < request.size)
    throw new RefusedRequest(400, 'DailyLimitExceeded', dailyLimitReached.message)
  usages(world).put(account.did, { ...used, videos: used.videos + 1, bytes: used.bytes + request.size })
  return { status: 200, body: jobStatus(start(account.did, request, world), world) }
}

function start(did: string, request: SimulatedRequest, world: World): Job {
  const slow = world.meets('slow_processing', 'upload')
  const failed = world.meets('processing_failed', 'upload')
  const made: Job = {
    jobId: `video-${world.next('video')}-${Math.floor(world.now())}`,
    did,
    sha256: request.sha256,
    size: request.size,
    isVideo: sniff(request.body) === 'video/mp4',
    startedAt: world.now(),
    readyAt: world.now() + world.scaled(slow ? slowProcessing : processing),
    failed,
    blob: null,
  }
  jobs(world).put(made.jobId, made)
  known(did, world).put(made.sha256, made.jobId)
  return made
}

const alreadyThere = ({ jobId, did, blob }: Job): SimulatedReply => ({
  status: 409,
  body: {
    did,
    jobId,
    error: 'already_exists',
    message: blob ? 'Video already processed' : 'Video is already being processed',
    state: blob ? 'JOB_STATE_COMPLETED' : 'JOB_STATE_ENCODING',
  },
})

export function getJobStatus({ query }: SimulatedRequest, world: World): Json {
  const found = readJob(query.get('jobId') ?? '', world)
  if (!found) throw invalidRequest('Job not found')
  const failed = found.failed || (!found.blob && world.meets('processing_failed', 'status'))
  const slow = !found.blob && world.meets('slow_processing', 'status')
  const readyAt = slow ? world.now() + world.scaled(slowProcessing) : found.readyAt
  return { jobStatus: jobStatus(progress({ ...found, failed, readyAt }, world), world) }
}

/** The finished video is stored on the account's own server. The real service converts it; here it stays the same. */
function progress(given: Job, world: World): Job {
  const isOver = world.now() >= given.readyAt
  const failed = given.failed || (isOver && !given.isVideo)
  const done = isOver && !failed && given.blob === null
  const blob = done ? blobRef.parse(keepBlob(given.did, { ...given, mimeType: 'video/mp4' }, world)) : given.blob
  const now = { ...given, failed, blob }
  jobs(world).put(now.jobId, now)
  return now
}

/** The stages of a job, by its progress. */
const stages = ['CREATED', 'ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING'] as const

function jobStatus({ jobId, did, startedAt, readyAt, failed, isVideo, blob }: Job, world: World): Json {
  if (blob) return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob }
  if (failed && world.now() >= Math.min(readyAt, startedAt + world.scaled(processing)))
    return {
      jobId,
      did,
      state: 'JOB_STATE_FAILED',
      error: isVideo ? 'encoding failed' : 'invalid video',
      failureCode: isVideo ? 'encoding_failure' : 'validation_failure',
      message: 'The video could not be processed',
    }
  const share = Math.min(0.99, Math.max(0, (world.now() - startedAt) / (readyAt - startedAt)))
  const stage = stages[Math.floor(share * stages.length)] ?? 'CREATED'
  return { jobId, did, state: `JOB_STATE_${stage}`, progress: Math.floor(share * 100) }
}
