import type { Json } from '../../../domain/outcome.ts'
import { day, inSeconds, second } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { invalid, ok } from './problems.ts'
import { type Media, uploads } from './store.ts'

/** How long a file that no post uses is kept (docs.x.com, 2026-08-22). */
const keptSeconds = inSeconds(day)

/** How long X processes a file other than a plain image, and a slow one. */
const processing = 1_500
const slowProcessing = 30 * second

/** An image is ready at once, and its response does not mention processing. */
export function finish(media: Media, world: World): SimulatedReply {
  const expiresAt = world.now() + world.scaled(keptSeconds * second)
  if (media.kind === 'photo' && media.genuine !== true)
    return invalid({ message: 'The media does not have the announced type.' })
  const now = world.now()
  const works = media.kind !== 'photo'
  const fails = works && (world.meets('processing_failed', 'upload') || media.genuine !== true)
  const slow = works && world.meets('slow_processing', 'upload')
  const done: Media = {
    ...media,
    expiresAt,
    genuine: !fails,
    state: works ? 'processing' : 'ready',
    startedAt: now,
    readyAt: now + world.scaled(slow ? slowProcessing : processing),
  }
  uploads(world).put(done)
  return ok({ data: mediaData(done, world) })
}

export function progress(media: Media, world: World): Media {
  if (media.state !== 'processing') return media
  if (world.meets('processing_failed', 'status')) return { ...media, state: 'failed' }
  if (world.meets('slow_processing', 'status')) return { ...media, readyAt: world.now() + world.scaled(slowProcessing) }
  return world.now() < media.readyAt ? media : { ...media, state: media.genuine ? 'ready' : 'failed' }
}

export function mediaData(media: Media, world: World): Readonly<Record<string, Json>> {
  const { id, key, total, expiresAt } = media
  const left = Math.floor((expiresAt - world.now()) / world.scaled(second))
  const info = media.kind === 'photo' || media.state === 'open' ? null : processingInfo(media, world)
  return { id, media_key: key, size: total, expires_after_secs: left, ...(info && { processing_info: info }) }
}

function processingInfo({ state, startedAt, readyAt }: Media, world: World): Readonly<Record<string, Json>> {
  if (state === 'ready') return { state: 'succeeded', progress_percent: 100 }
  // No OpenAPI file contains this error, but two clients read it.
  if (state === 'failed') return { state: 'failed', progress_percent: 0, error: invalidFile }
  const percent = Math.floor((100 * (world.now() - startedAt)) / Math.max(readyAt - startedAt, 1))
  const known = percent > 0 ? 'in_progress' : 'pending'
  return { state: known, check_after_secs: 1, progress_percent: Math.min(99, percent) }
}

const invalidFile = { code: 1, name: 'InvalidMedia', message: 'The media could not be processed.' }
