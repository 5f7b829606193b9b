import { z } from 'zod'
import { GiB, MiB } from '../../../domain/bytes.ts'
import { inSeconds, second } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { initializeBody, metadataBody, readJson } from './body.ts'
import { isGenuine, readUpload } from './bytes.ts'
import type { Call } from './gate.ts'
import { invalid, missing, ok } from './problems.ts'
import { finish, mediaData, progress } from './processing.ts'
import { type Media, newId, settingsOf, type User, uploads } from './store.ts'

/** In seconds, as in the responses on docs.x.com (2026-08-22). */
const openSeconds = 1_295_999

const maxImage = 5 * MiB
const maxGif = 15 * MiB
/** No page of X confirms these limits; they are those that Polypost promises. */
const maxVideo = { standard: 8 * GiB, premium: 16 * GiB }

/** POST /2/media/upload/initialize */
export function initialize(call: Call): SimulatedReply {
  const read = readJson(initializeBody, call.request)
  if ('refusal' in read) return read.refusal
  const { media_type: type, media_category: category, total_bytes: total } = read.body
  const media = newMedia(call, { type, category, total })
  return media ?? invalid({ message: `The media_type ${type} and its size do not fit the media_category ${category}.` })
}

interface MediaDescription {
  readonly type: string
  readonly category: string
  readonly total: number
}

function newMedia({ world, user }: Call, described: MediaDescription): SimulatedReply | null {
  const media = describe(described, user, world)
  if (media === null) return null
  uploads(world).put(media)
  return ok({ data: { id: media.id, media_key: media.key, expires_after_secs: openSeconds } })
}

/** Null if type, size and category do not match. */
function describe({ type, category, total }: MediaDescription, user: User, world: World): Media | null {
  const kind = kindOf(category)
  const fits = { photo: /^image\/(?!gif)/, animated_gif: /^image\/gif$/, video: /^video\// }[kind].test(type)
  const maxBytes = { photo: maxImage, animated_gif: maxGif, video: maxVideo[user.premium ? 'premium' : 'standard'] }[
    kind
  ]
  if ((!fits && category !== 'subtitles') || total > maxBytes || total === 0) return null
  const id = newId(world)
  return {
    id,
    key: `${keyPrefix(category)}_${id}`,
    owner: user.id,
    type,
    category,
    kind,
    total,
    segments: {},
    genuine: null,
    state: 'open',
    readyAt: 0,
    startedAt: 0,
    expiresAt: world.now() + world.scaled(openSeconds * second),
    altText: null,
    views: 0,
  }
}

const kindOf = (category: string): Media['kind'] =>
  category.endsWith('video') ? 'video' : category.endsWith('gif') ? 'animated_gif' : 'photo'

const keyPrefix = (category: string): number =>
  category === 'amplify_video' ? 13 : { photo: 3, animated_gif: 16, video: 7 }[kindOf(category)]

const segmentIndex = z.coerce.number().int().min(0).max(999)

/** POST /2/media/upload/:id/append, with a part of the file as a form or as base64 in JSON. */
export function append(call: Call): SimulatedReply {
  const { request, world } = call
  if (request.size >= settingsOf(world).appendBytes) return { status: 413 }
  const media = mine(call, request.params.id)
  if (!media) return missing('media', 'id', request.params.id ?? '')
  const { fields, bytes } = readUpload(request)
  const index = segmentIndex.safeParse(fields.segment_index)
  if (!index.success) return invalid({ message: '$.segment_index: must be an integer from 0 to 999' })
  if (bytes === null) return invalid({ message: '$.media: is missing but it is required' })
  if (media.state !== 'open') return invalid({ message: 'The upload was finalized before.' })
  uploads(world).put({
    ...media,
    segments: { ...media.segments, [index.data]: bytes.length },
    genuine: index.data === 0 ? isGenuine(bytes, media.type) : media.genuine,
  })
  return ok({ data: { expires_at: Math.floor(inSeconds(media.expiresAt)) } })
}

/** POST /2/media/upload/:id/finalize */
export function finalize(call: Call): SimulatedReply {
  const media = mine(call, call.request.params.id)
  if (!media) return missing('media', 'id', call.request.params.id ?? '')
  if (media.state !== 'open') return ok({ data: mediaData(media, call.world) })
  const sizes = Object.values(media.segments)
  const whole = sizes.every((_, index) => media.segments[index] !== undefined)
  const sum = sizes.reduce((all, one) => all + one, 0)
  if (!whole || sum !== media.total) return invalid({ message: 'Segments do not add up to provided total file size.' })
  return finish(media, call.world)
}

/** POST /2/media/upload: a complete image in one call. Other files must be sent in pieces. */
export function upload(call: Call): SimulatedReply {
  const { fields, bytes } = readUpload(call.request)
  const category = z.enum(['tweet_image', 'dm_image']).safeParse(fields.media_category)
  if (!category.success) return invalid({ message: '$.media_category: must be the category of an image' })
  if (bytes === null) return invalid({ message: '$.media: is missing but it is required' })
  const type = ['image/jpeg', 'image/png', 'image/webp'].find((one) => isGenuine(bytes, one))
  const described = type && { type, category: category.data, total: bytes.length }
  const media = described ? describe(described, call.user, call.world) : null
  if (!media) return invalid({ message: 'The media is no image, or too large.' })
  return finish({ ...media, genuine: true }, call.world)
}

/** GET /2/media/upload: the progress of processing. */
export function status(call: Call): SimulatedReply {
  const { query } = call.request
  const media = mine(call, query.get('media_id') ?? '')
  if ((query.get('command') ?? 'STATUS') !== 'STATUS') return invalid({ message: 'The command must be STATUS.' })
  if (!media) return missing('media', 'media_id', query.get('media_id') ?? '')
  const now = progress(media, call.world)
  if (now !== media) uploads(call.world).put(now)
  return ok({ data: mediaData(now, call.world) })
}

/** POST /2/media/metadata. Videos have no alternative text: it is ignored without an error. */
export function describeMedia(call: Call): SimulatedReply {
  const read = readJson(metadataBody, call.request)
  if ('refusal' in read) return read.refusal
  const { id, metadata } = read.body
  const media = mine(call, id)
  if (!media || media.state === 'open') return missing('media', 'id', id)
  const text = media.kind === 'video' ? undefined : metadata?.alt_text?.text
  if (text === undefined) return ok({ data: { id, associated_metadata: {} } })
  uploads(call.world).put({ ...media, altText: text })
  return ok({ data: { id, associated_metadata: { alt_text: { text } } } })
}

/** An account can neither use nor see the uploads of others. */
const mine = ({ world, user }: Call, id = ''): Media | undefined => {
  const media = uploads(world).get(id)
  return media?.owner === user.id && media.expiresAt > world.now() ? media : undefined
}
