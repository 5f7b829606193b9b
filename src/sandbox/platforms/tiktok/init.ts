import { GiB, MiB } from '../../../domain/bytes.ts'
import { second } from '../../../domain/time.ts'
import type { FetchedFile, SimulatedReply, World } from '../../shared/simulator.ts'
import { take } from './add.ts'
import { banned, isReply, ok, refuse, tooManyPosts, wrongParameters } from './answers.ts'
import { levelsOf } from './creator.ts'
import type { Call } from './gate.ts'
import { settingsOf } from './settings.ts'
import { directVideo, type FileSource, inboxVideo, type PostInfo, photos, read } from './shapes.ts'
import { listOf, newPublishId, newToken, type Publication, publications } from './store.ts'

/** POST /v2/post/publish/video/init/ */
export function initVideo(call: Call): SimulatedReply | Promise<SimulatedReply> {
  const given = read(directVideo, call.body, call.world)
  if (isReply(given)) return given
  const { post_info: info, source_info: source } = given
  const refused = mayNotPost(call, info)
  if (refused) return refused
  const about = { text: info.title ?? '', privacy: info.privacy_level ?? null }
  return source.source === 'FILE_UPLOAD'
    ? awaitFile(call, 'v_pub_file', source, about)
    : fetchVideo(call, 'v_pub_url', source.video_url, about)
}

/** POST /v2/post/publish/inbox/video/init/ */
export function initInboxVideo(call: Call): SimulatedReply | Promise<SimulatedReply> {
  const given = read(inboxVideo, call.body, call.world)
  if (isReply(given)) return given
  const refused = mayNotShare(call)
  if (refused) return refused
  const { source_info: source } = given
  const about = { text: '', privacy: null }
  return source.source === 'FILE_UPLOAD'
    ? awaitFile(call, 'v_inbox_file', source, about)
    : fetchVideo(call, 'v_inbox_url', source.video_url, about)
}

/** POST /v2/post/publish/content/init/ */
export function initPhotos(call: Call): SimulatedReply | Promise<SimulatedReply> {
  const given = read(photos, call.body, call.world)
  if (isReply(given)) return given
  const { post_info: info, post_mode: mode, source_info: source } = given
  const isDirect = mode === 'DIRECT_POST'
  if (!call.scopes.includes(isDirect ? 'video.publish' : 'video.upload'))
    return refuse(401, 'scope_not_authorized', 'The scope was not authorized.', call.world)
  const refused = isDirect ? mayNotPost(call, info) : mayNotShare(call)
  if (refused) return refused
  const text = info.description ?? info.title ?? ''
  return fetchPhotos(call, source.photo_images, { text, privacy: isDirect ? (info.privacy_level ?? null) : null })
}

function mayNotPost({ world, user }: Call, { privacy_level: level }: PostInfo): SimulatedReply | null {
  const { standing } = user
  if (standing === 'banned') return banned(403, world)
  if (standing === 'capped') return tooManyPosts(403, world)
  if (level === undefined || !levelsOf(user).includes(level))
    return refuse(403, 'privacy_level_option_mismatch', 'The privacy level is not one of the creator’s.', world)
  if (standing === 'unaudited' && level !== 'SELF_ONLY')
    return refuse(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Please review our integration guidelines.',
      world,
    )
  return null
}

/** The posts that wait in the inbox. */
const maxPending = 5

function mayNotShare({ world, user }: Call): SimulatedReply | null {
  if (user.standing === 'banned') return banned(403, world)
  return listOf(world, 'inbox', user.id).all().length < maxPending
    ? null
    : refuse(403, 'spam_risk_too_many_pending_share', 'There are too many pending shares within 24 hours.', world)
}

type About = Pick<Publication, 'text' | 'privacy'>

const begun = ({ world, user }: Call, prefix: string, about: About) =>
  ({
    ...about,
    id: newPublishId(world, prefix),
    owner: user.id,
    kind: 'video',
    images: 0,
    file: null,
    state: 'open',
    reason: null,
    readyAt: world.now(),
    post: null,
  }) satisfies Publication

/** In bytes. TikTok does not define its MB, so the wider limits apply. */
const maxVideo = 4 * GiB
const smallestChunk = 5_000_000
const largestChunk = 64 * MiB
const largestLast = 128 * MiB
const maxChunks = 1_000

function awaitFile(call: Call, prefix: string, source: FileSource, about: About): SimulatedReply {
  const { world } = call
  const { video_size: size, chunk_size: chunkBytes, total_chunk_count: count } = source
  if (size > maxVideo) return wrongParameters('The video size is invalid', world)
  const wrong = wrongChunks({ size, chunkBytes, count })
  if (wrong !== null) return wrongParameters(wrong, world)
  const token = newToken(world)
  const endsAt = world.now() + world.scaled(settingsOf(world).uploadSeconds * second)
  const file = { size, chunkBytes, count, token, endsAt, stored: 0, pieces: 0, genuine: true }
  const made: Publication = { ...begun(call, prefix, about), file }
  publications(world).put(made)
  const query = new URLSearchParams({ upload_id: made.id, upload_token: token })
  return ok({ publish_id: made.id, upload_url: `${world.address('upload')}/video/?${query}` }, world)
}

interface Chunks {
  readonly size: number
  readonly chunkBytes: number
  readonly count: number
}

function wrongChunks({ size, chunkBytes, count }: Chunks): string | null {
  const isWhole = chunkBytes === size && count === 1 && size <= largestChunk
  if (isWhole) return null
  if (chunkBytes < smallestChunk || chunkBytes > largestChunk) return 'chunk size is invalid'
  if (count !== Math.floor(size / chunkBytes) || count > maxChunks) return 'total chunk count is invalid'
  if (size > largestChunk && count < 2) return 'total chunk count is invalid'
  return size - (count - 1) * chunkBytes > largestLast ? 'chunk size is invalid' : null
}

const isRefused = ({ standing }: Call['user'], urls: readonly string[], world: World): boolean =>
  standing === 'unverified' || (settingsOf(world).onlyHttps && urls.some((url) => !url.startsWith('https://')))

const unverified = (world: World): SimulatedReply =>
  refuse(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.', world)

const isThere = (file: FetchedFile | null): file is FetchedFile => file !== null && file.status === 200

const looked = 16
const videoStart = /^(?:.{8}(?:66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)|1a45dfa3)/
/** How JPEG and WebP begin. */
const photo = /^(?:ffd8ff|52494646.{8}57454250)/
const maxPhoto = 20 * MiB

const begins = ({ bytes }: FetchedFile): string => bytes.subarray(0, looked).toString('hex')

export const isVideo = (bytes: Buffer): boolean => videoStart.test(bytes.subarray(0, looked).toString('hex'))

async function fetchVideo(call: Call, prefix: string, url: string, about: About): Promise<SimulatedReply> {
  const { world, user } = call
  if (isRefused(user, [url], world)) return unverified(world)
  const fetched = await world.fetch(url)
  const reason = isThere(fetched)
    ? videoStart.test(begins(fetched))
      ? null
      : 'file_format_check_failed'
    : 'video_pull_failed'
  const taken = take(begun(call, prefix, about), reason, world)
  return ok({ publish_id: taken.id }, world)
}

async function fetchPhotos(call: Call, urls: readonly string[], about: About): Promise<SimulatedReply> {
  const { world, user } = call
  if (isRefused(user, urls, world)) return unverified(world)
  const fetched = await Promise.all(urls.map((url) => world.fetch(url)))
  const faults = fetched.map((file) => {
    if (!isThere(file)) return 'photo_pull_failed'
    if (!photo.test(begins(file))) return 'file_format_check_failed'
    return file.size > maxPhoto ? 'picture_size_check_failed' : null
  })
  const reason = faults.find((fault) => fault !== null) ?? null
  const made: Publication = { ...begun(call, 'p_pub_url', about), kind: 'photo', images: urls.length }
  return ok({ publish_id: take(made, reason, world).id }, world)
}
