import { createHash } from 'node:crypto'
import { z } from 'zod'
import { day, second } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { type Call, refusedAs } from './gate.ts'
import { denied, missingField, notFound, noUpload, ok, updateFailed, wrong } from './problems.ts'
import { settingsOf } from './settings.ts'
import { type Asset, assets, newKey } from './store.ts'

/** In milliseconds: how long LinkedIn processes a file, and a slow one. */
const processing = { image: 300, video: 1_500 } as const
const slowProcessing = 30 * second
/** How long upload URLs are valid, in milliseconds. */
const uploadLife = 30 * day

const writing = { person: ['w_member_social'], page: ['w_organization_social'] }

const imageBody = z.strictObject({ initializeUploadRequest: z.strictObject({ owner: z.string() }) })
const videoBody = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: z.string(),
    fileSizeBytes: z.int().min(1),
    uploadCaptions: z.boolean().default(false),
    uploadThumbnail: z.boolean().default(false),
  }),
})
const finishBody = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: z.string(),
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()),
  }),
})

function addAsset(kind: Asset['kind'], owner: string, world: World, more: Partial<Asset> = {}): Asset {
  const key = newKey(kind, world)
  const id = `urn:li:${kind}:${kind === 'image' ? 'C4' : 'C5'}${key}`
  const blank = { isGenuine: true, readyAt: 0, size: 0, marks: {}, cover: 'none' as const }
  const asset: Asset = { id, kind, owner, state: 'waiting', key, ...blank, ...more }
  assets(world).put(asset)
  world.documents('keys').put(key, id)
  return asset
}

/** POST /rest/images */
export function addImage(call: Call): SimulatedReply {
  const { request, world } = call
  if (request.query.get('action') !== 'initializeUpload') return wrong('Unknown action')
  const read = imageBody.safeParse(request.json())
  if (!read.success) return missingField('/initializeUploadRequest/owner')
  const { owner } = read.data.initializeUploadRequest
  const refusal = refusedAs(owner, { ...writing, what: 'images.ACTION-initializeUpload.20260901' }, call)
  if (refusal) return refusal
  const { id, key } = addAsset('image', owner, world)
  return ok({
    value: {
      uploadUrlExpiresAt: world.now() + uploadLife,
      uploadUrl: `${world.address('web')}/dms-uploads/${key}`,
      image: id,
    },
  })
}

/** POST /rest/videos */
export function changeVideos(call: Call): SimulatedReply {
  const action = call.request.query.get('action')
  if (action === 'initializeUpload') return addVideo(call)
  return action === 'finalizeUpload' ? finishVideo(call) : wrong('Unknown action')
}

function addVideo(call: Call): SimulatedReply {
  const { request, world } = call
  const read = videoBody.safeParse(request.json())
  if (!read.success) return missingField('/initializeUploadRequest')
  const { owner, fileSizeBytes: size, uploadThumbnail } = read.data.initializeUploadRequest
  const refusal = refusedAs(owner, { ...writing, what: 'videos.ACTION-initializeUpload.20260901' }, call)
  if (refusal) return refusal
  const { maxVideo, partBytes } = settingsOf(world)
  if (size > maxVideo) return wrong(`fileSizeBytes ${size} exceeds the maximum of ${maxVideo}`)
  const { id, key } = addAsset('video', owner, world, { size, cover: uploadThumbnail ? 'wanted' : 'none' })
  const base = `${world.address('web')}/dms-uploads/${key}`
  const uploadInstructions = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => ({
    uploadUrl: `${base}/${index}`,
    firstByte: index * partBytes,
    lastByte: Math.min(size, (index + 1) * partBytes) - 1,
  }))
  return ok({
    value: {
      uploadUrlsExpireAt: world.now() + uploadLife,
      video: id,
      uploadInstructions,
      uploadToken: '',
      ...(uploadThumbnail && { thumbnailUploadUrl: `${base}/thumbnail` }),
    },
  })
}

/** The parts must be listed in their order, and an upload can be finished only once. */
function finishVideo(call: Call): SimulatedReply {
  const { request, world } = call
  const read = finishBody.safeParse(request.json())
  if (!read.success) return missingField('/finalizeUploadRequest')
  const { video, uploadedPartIds } = read.data.finalizeUploadRequest
  const asset = assets(world).get(video)
  if (!asset) return notFound(video)
  const refusal = refusedAs(asset.owner, { ...writing, what: 'videos.ACTION-finalizeUpload.20260901' }, call)
  if (refusal) return refusal
  if (asset.state !== 'waiting') return updateFailed()
  const wanted = Array.from(
    { length: Math.ceil(asset.size / settingsOf(world).partBytes) },
    (_, index) => asset.marks[String(index)],
  )
  // Clients send the ETag with or without its quotation marks.
  const named = uploadedPartIds.map((id) => id.replaceAll('"', ''))
  if (wanted.length !== named.length || wanted.some((mark, index) => mark !== named[index]))
    return wrong('uploadedPartIds do not match the parts that were uploaded')
  process(asset, world)
  return { status: 200 }
}

function process(asset: Asset, world: World): void {
  const takes = world.meets('slow_processing', 'upload') ? slowProcessing : processing[asset.kind]
  const fails = world.meets('processing_failed', 'upload')
  assets(world).put({
    ...asset,
    state: 'processing',
    isGenuine: asset.isGenuine && !fails,
    readyAt: world.now() + world.scaled(takes),
  })
}

const assetAt = (request: SimulatedRequest, world: World): Asset | undefined => {
  const id = world.documents('keys').get(request.params.key ?? '')
  return typeof id === 'string' ? assets(world).get(id) : undefined
}

const pictures = /^(ffd8ff|89504e470d0a1a0a|474946383[79]61)/
const stills = /^(ffd8ff|89504e470d0a1a0a)/
const videoStarts = /^.{8}(66747970|6d6f6f76|6d646174|66726565|77696465|736b6970)/

const beginsLike = (pattern: RegExp, { body }: SimulatedRequest): boolean =>
  pattern.test(body.subarray(0, 16).toString('hex'))

/** PUT of a whole image by its owner. */
export function receiveImage({ request, world }: Call): SimulatedReply {
  const asset = assetAt(request, world)
  if (asset?.kind !== 'image' || asset.state !== 'waiting') return noUpload()
  process({ ...asset, size: request.size, isGenuine: beginsLike(pictures, request) }, world)
  return { status: 201 }
}

/** PUT of a part of a video, or of its cover. The URL is the permission; a token is ignored. */
export function receivePart(request: SimulatedRequest, world: World): SimulatedReply {
  const asset = assetAt(request, world)
  if (asset?.kind !== 'video' || asset.state !== 'waiting') return noUpload()
  return request.params.part === 'thumbnail' ? receiveCover(asset, request, world) : receiveBytes(asset, request, world)
}

function receiveBytes(asset: Asset, request: SimulatedRequest, world: World): SimulatedReply {
  const { part = '' } = request.params
  const { partBytes } = settingsOf(world)
  const start = Number(part) * partBytes
  const wanted = Math.min(partBytes, asset.size - start)
  if (!/^\d{1,6}$/.test(part) || wanted <= 0) return noUpload()
  if (request.size !== wanted) return wrong(`The part has ${request.size} bytes, not ${wanted}`)
  const mark = createHash('sha256').update(`${part} ${request.sha256}`).digest('hex').slice(0, 32)
  const isGenuine = part === '0' ? beginsLike(videoStarts, request) : asset.isGenuine
  assets(world).put({ ...asset, isGenuine, marks: { ...asset.marks, [part]: mark } })
  return { status: 200, headers: { etag: `"${mark}"` } }
}

function receiveCover(asset: Asset, request: SimulatedRequest, world: World): SimulatedReply {
  if (asset.cover === 'none') return noUpload()
  if (request.headers['media-type-family'] !== 'STILLIMAGE') return wrong('media-type-family has to be STILLIMAGE')
  if (!beginsLike(stills, request)) return wrong('The thumbnail is no picture that LinkedIn knows')
  assets(world).put({ ...asset, cover: 'given' })
  return { status: 201 }
}

/** The current progress. */
export function statusOf({ state, isGenuine, readyAt }: Asset, world: World): string {
  if (state === 'waiting') return 'WAITING_UPLOAD'
  if (state === 'failed') return 'PROCESSING_FAILED'
  if (world.now() < readyAt) return 'PROCESSING'
  return isGenuine ? 'AVAILABLE' : 'PROCESSING_FAILED'
}

const reading = { person: ['r_member_social'], page: ['r_organization_social'] }

/** GET /rest/images/:id and /rest/videos/:id */
export function readAsset(call: Call): SimulatedReply {
  const { request, world } = call
  const asset = assets(world).get(request.params.id ?? '')
  if (!asset) return notFound(request.params.id ?? '')
  const mayLook = settingsOf(world).membersSeeUploads || refusedAs(asset.owner, { ...reading, what: '' }, call) === null
  if (!mayLook) return denied(`${asset.kind}s.GET.20260901`)
  if (world.meets('processing_failed', 'status')) assets(world).put({ ...asset, state: 'failed' })
  else if (world.meets('slow_processing', 'status') && asset.state === 'processing')
    assets(world).put({ ...asset, readyAt: world.now() + world.scaled(slowProcessing) })
  return ok(shape(assets(world).get(asset.id) ?? asset, world))
}

export function shape(asset: Asset, world: World) {
  const status = statusOf(asset, world)
  return {
    id: asset.id,
    owner: asset.owner,
    status,
    ...(status === 'PROCESSING_FAILED' && { processingFailureReason: 'The file could not be read' }),
  }
}
