import { createHash } from 'node:crypto'
import { MiB } from '../../../domain/bytes.ts'
import { hour } from '../../../domain/time.ts'
import type { SimulatedPart, SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { badRequest, ok, storageRefusal, stored } from './answers.ts'
import { typeOf } from './bytes.ts'
import { formIn } from './form.ts'
import type { Call } from './gate.ts'
import { type Lease, leases, secretOf, type User } from './store.ts'

/** How long a form is valid is not documented. */
const formLength = hour

const maxImage = 20 * MiB
/** In bytes: the maximum size of the form around the file. */
const maxFields = 20_000

/** The types that clients send; it is unknown whether Reddit accepts WebP too (praw-dev/praw, 2026-08-17). */
const types: readonly string[] = ['image/png', 'image/jpeg', 'image/gif']

/** POST /api/media/asset.json: an upload to the storage, with a form that permits it. */
export function leaseUpload({ request, world, user }: Call): SimulatedReply {
  const { filepath = '', mimetype: type = '' } = formIn(request)
  if (filepath === '' || !types.includes(type)) return badRequest()
  const secret = secretOf('lease', world)
  const key = `rte_images/${secret.slice(0, 13)}`
  const lease: Lease = {
    id: key,
    owner: user.id,
    signature: createHash('sha256').update(secret).digest('hex'),
    type,
    isStored: false,
    expiresAt: world.now() + world.scaled(formLength),
  }
  leases(world).put(lease)
  return ok({
    args: {
      action: world.address('upload').replace(/^https?:/, ''),
      fields: Object.entries(fieldsOf(lease)).map(([name, value]) => ({ name, value })),
    },
    asset: {
      asset_id: secret.slice(0, 13),
      processing_state: 'incomplete',
      payload: { filepath },
      websocket_url: `wss://ws-simulated.wss.redditmedia.com/${key}`,
    },
  })
}

const fieldsOf = ({ id, signature, type }: Lease): Record<string, string> => ({
  acl: 'private',
  key: id,
  'X-Amz-Credential': 'AKIA/20261121/us-east-1/s3/aws4_request',
  'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
  'X-Amz-Date': '20261121T100000Z',
  success_action_status: '201',
  'content-type': type,
  'x-amz-storage-class': 'STANDARD',
  'x-amz-meta-ext': type.replace('image/', ''),
  policy: Buffer.from(id).toString('base64'),
  'X-Amz-Signature': signature,
})

/**
 * POST / on the storage, which belongs to Amazon. All fields of the form come before the file, and the length is known.
 */
export function storeFile(request: SimulatedRequest, world: World): SimulatedReply {
  if (request.headers['content-length'] === undefined)
    return storageRefusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  const { fields, beginning } = partsOf(request)
  const lease = leases(world).get(fields.get('key') ?? '')
  if (beginning === null)
    return storageRefusal(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
  if (!lease || Object.entries(fieldsOf(lease)).some(([name, value]) => fields.get(name) !== value))
    return storageRefusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.')
  if (lease.expiresAt <= world.now())
    return storageRefusal(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.')
  if (request.size > maxImage + maxFields) return tooLarge(request.size)
  leases(world).put({ ...lease, isStored: typeOf(beginning) === lease.type })
  return stored(`${world.address('upload')}/${encodeURIComponent(lease.id)}`, lease.id)
}

export const tooLarge = (size: number): SimulatedReply =>
  storageRefusal(
    400,
    'EntityTooLarge',
    'Your proposed upload exceeds the maximum allowed size',
    `<ProposedSize>${size}</ProposedSize><MaxSizeAllowed>${maxImage}</MaxSizeAllowed>`,
  )

/** Only the beginning of a large file is kept, so its part may have no end. Anything after the file is ignored. */
function partsOf({ body, headers, parts }: SimulatedRequest) {
  const whole = parts()
  const at = whole.findIndex(({ name }) => name === 'file')
  const before: readonly SimulatedPart[] = at < 0 ? whole : whole.slice(0, at)
  const fields = new Map(before.map(({ name, bytes }) => [name, bytes.toString('utf8')]))
  return { fields, beginning: whole[at]?.bytes ?? unfinished(body, headers['content-type'] ?? '') }
}

function unfinished(body: Buffer, type: string): Buffer | null {
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  const start = boundary === undefined ? -1 : body.lastIndexOf(`--${boundary}`)
  const end = start < 0 ? -1 : body.indexOf('\r\n\r\n', start)
  if (end < 0 || !/name="file"/.test(body.toString('latin1', start, end))) return null
  return body.subarray(end + '\r\n\r\n'.length)
}

/** Whether this person has uploaded the file. Clients write the slash of the key escaped or unescaped. */
export function storedAt(url: string, { id }: User, world: World): boolean {
  const storage = `${world.address('upload')}/`
  const lease = url.startsWith(storage) ? leases(world).get(decodeURIComponent(url.slice(storage.length))) : undefined
  return lease?.owner === id && lease.isStored
}
