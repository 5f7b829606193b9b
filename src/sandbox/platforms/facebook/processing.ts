import type { Json } from '../../../domain/outcome.ts'
import { second } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { hide } from './add.ts'
import { posts, type Video, videos } from './store.ts'

/** How long Facebook processes a video, and a slow one. */
const processing = 1_500
const slowProcessing = 30 * second

const noVideo = 'The video file you tried to upload is in a format that is not supported.'

/** All bytes have arrived: processing begins. */
export function received(video: Video, isVideo: boolean, world: World): Video {
  const fails = !isVideo || world.meets('processing_failed', 'upload')
  const slow = world.meets('slow_processing', 'upload')
  const readyAt = world.now() + world.scaled(slow ? slowProcessing : processing)
  return saved({ ...video, state: fails ? 'failed' : 'received', fault: fails ? noVideo : null, readyAt }, world)
}

/** The current progress. */
export function progress(video: Video, world: World): Video {
  if (video.state !== 'received' && video.state !== 'processing') return video
  const now = step(video, world)
  if (now === video) return video
  return now.state === 'failed' ? failed(now, world) : saved(now, world)
}

function step(video: Video, world: World): Video {
  if (world.meets('processing_failed', 'status')) return { ...video, state: 'failed', fault: noVideo }
  if (world.meets('slow_processing', 'status')) return { ...video, readyAt: world.now() + world.scaled(slowProcessing) }
  if (world.now() < video.readyAt) return video
  // A feed video is processed after its session has ended.
  return video.kind === 'feed' && video.finishedAt === null ? video : { ...video, state: 'ready' }
}

/** It is not visible, and will not be. */
export function failed(video: Video, world: World): Video {
  const post = posts(world).get(video.post ?? '')
  if (post) hide(world, post)
  return saved({ ...video, state: 'failed', fault: noVideo }, world)
}

function saved(video: Video, world: World): Video {
  videos(world).put(video)
  return video
}

/** The field `status`. */
export function statusOf(video: Video): Readonly<Record<string, Json>> {
  const { state, received: bytes, size, fault, finishedAt } = video
  const isThere = state !== 'open'
  const isOut = finishedAt !== null && state === 'ready'
  return {
    video_status: wordOf(video),
    uploading_phase: {
      status: isThere ? 'complete' : bytes > 0 ? 'in_progress' : 'not_started',
      bytes_transfered: bytes,
      ...(size === null ? {} : { source_file_size: size }),
    },
    processing_phase: {
      status: state === 'failed' ? 'error' : state === 'ready' ? 'complete' : isThere ? 'in_progress' : 'not_started',
      ...(fault === null ? {} : { error: { message: fault } }),
    },
    publishing_phase: isOut
      ? { status: 'complete', publish_status: 'published', publish_time: graphMoment(finishedAt) }
      : { status: 'not_started' },
  }
}

const graphMoment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000')

function wordOf({ state, kind, finishedAt }: Video): string {
  if (state === 'failed') return 'error'
  if (state === 'ready') return 'ready'
  if (state === 'open') return 'uploading'
  return kind === 'feed' && finishedAt !== null ? 'processing' : 'upload_complete'
}

const isoMedia = /^.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/

/** The first bytes of MP4 and QuickTime. Other types are not checked. */
export const looksLikeVideo = (bytes: Buffer): boolean => isoMedia.test(bytes.subarray(0, 16).toString('hex'))
