import { createHash } from 'node:crypto'
import { z } from 'zod'
import { GiB } from '../../../domain/bytes.ts'
import { hour, second } from '../../../domain/time.ts'
import type { SimulatedPart, SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { typeOf } from './bytes.ts'
import type { Call } from './gate.ts'
import { answerPage } from './paging.ts'
import { invalid, noMedia, ok, storageRefusal } from './problems.ts'
import { listOf, newId, type Upload, uploads } from './store.ts'

/** How long a form is valid is not documented. */
const formLength = hour
/** How long Pinterest processes a video, and a slow one. */
const processing = 1_500
const slowProcessing = 30 * second

const maxVideo = 2 * GiB
/** In bytes: the maximum size of the form around the file. */
const maxFields = 20_000

const register = z.strictObject({ media_type: z.literal('video') })

/** POST /v5/media: an upload to the storage, with a form that permits it. */
export function registerMedia({ request, world, user }: Call): SimulatedReply {
  if (!register.safeParse(request.json()).success) return invalid("Invalid request: 'media_type' has to be video.")
  const id = newId(world)
  const hash = createHash('sha256').update(`${id} ${world.fraction()}`).digest('hex')
  const upload: Upload = {
    id,
    owner: user.id,
    key: `uploads/${hash.slice(0, 2)}/${id}`,
    signature: hash,
    state: 'registered',
    genuine: true,
    readyAt: 0,
    expiresAt: world.now() + world.scaled(formLength),
  }
  uploads(world).put(upload)
  listOf(world, 'uploads', user.id).put(id, null)
  world.documents('keys').put(upload.key, id)
  return ok(
    { media_id: id, media_type: 'video', upload_url: `${world.address('upload')}/`, upload_parameters: formOf(upload) },
    201,
  )
}

const formOf = ({ key, signature }: Upload): Record<string, string> => ({
  'x-amz-date': '20261121T100000Z',
  'x-amz-signature': signature,
  'x-amz-security-token': `token-${signature.slice(0, 16)}`,
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  key,
  policy: Buffer.from(key).toString('base64'),
  'x-amz-credential': 'AKIA/20261121/us-east-1/s3/aws4_request',
  'Content-Type': 'multipart/form-data',
})

/**
 * POST / on the storage, which belongs to Amazon. All fields of the form come before the file, and the length is known.
 */
export function storeFile(request: SimulatedRequest, world: World): SimulatedReply {
  if (request.headers['content-length'] === undefined)
    return storageRefusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  const { fields, beginning } = partsOf(request)
  const id = world.documents('keys').get(fields.get('key') ?? '')
  const upload = typeof id === 'string' ? uploads(world).get(id) : undefined
  if (beginning === null)
    return storageRefusal(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
  if (!upload || Object.entries(formOf(upload)).some(([name, value]) => fields.get(name) !== value))
    return storageRefusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.')
  if (upload.expiresAt <= world.now())
    return storageRefusal(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.')
  if (request.size > maxVideo + maxFields)
    return storageRefusal(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  const fails = world.meets('processing_failed', 'upload') || typeOf(beginning) !== 'video/mp4'
  const takes = world.meets('slow_processing', 'upload') ? slowProcessing : processing
  uploads(world).put({ ...upload, state: 'processing', genuine: !fails, readyAt: world.now() + world.scaled(takes) })
  return { status: 204 }
}

/** Only the beginning of a large file is kept, so its part may have no end. Anything after the file is ignored. */
function partsOf({ body, headers, parts }: SimulatedRequest) {
  const whole = parts()
  const at = whole.findIndex(({ name }) => name === 'file')
  const before: readonly SimulatedPart[] = at < 0 ? whole : whole.slice(0, at)
  const fields = new Map(before.map(({ name, bytes }) => [name, bytes.toString('utf8')]))
  const known = whole[at]?.bytes
  return { fields, beginning: known ?? unfinished(body, headers['content-type'] ?? '') }
}

function unfinished(body: Buffer, type: string): Buffer | null {
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  const start = boundary === undefined ? -1 : body.lastIndexOf(`--${boundary}`)
  const end = start < 0 ? -1 : body.indexOf('\r\n\r\n', start)
  if (end < 0 || !/name="file"/.test(body.toString('latin1', start, end))) return null
  return body.subarray(end + '\r\n\r\n'.length)
}

/** The current progress of a video. */
export function progress(upload: Upload, world: World): Upload {
  if (upload.state !== 'processing' || world.now() < upload.readyAt) return upload
  return { ...upload, state: upload.genuine ? 'succeeded' : 'failed' }
}

const shape = ({ id, state }: Upload) => ({ media_id: id, media_type: 'video', status: state })

/** GET /v5/media/:id */
export function getMedia({ request, world, user }: Call): SimulatedReply {
  const upload = uploads(world).get(request.params.id ?? '')
  if (upload?.owner !== user.id) return noMedia()
  if (world.meets('processing_failed', 'status')) uploads(world).put({ ...upload, state: 'failed' })
  else if (world.meets('slow_processing', 'status') && upload.state === 'processing')
    uploads(world).put({ ...upload, readyAt: world.now() + world.scaled(slowProcessing) })
  return ok(shape(progress(uploads(world).get(upload.id) ?? upload, world)))
}

/** GET /v5/media */
export const listMedia = ({ request, world, user }: Call): SimulatedReply =>
  answerPage(request.query, {
    list: listOf(world, 'uploads', user.id),
    find: uploads(world).get,
    show: (one) => shape(progress(one, world)),
  })
