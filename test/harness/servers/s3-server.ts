import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { finished, pipeline } from 'node:stream/promises'
import { hostName, resolveHere } from './s3-names.ts'
import { S3Objects } from './s3-objects.ts'
import { type Answer, operationOf, operations, type S3Operation } from './s3-operations.ts'
import { headerOf, queryOf, Refusal, type S3Credentials, unsignedPayload, verifySignature } from './s3-signature.ts'
import { element, tag } from './s3-xml.ts'

/** A fault instead of the response; `lost`: the request takes effect, and there is no response. */
export type S3Fault =
  | 'InternalError'
  | 'SlowDown'
  | 'NotImplemented'
  | 'XMinioStorageFull'
  | 'QuotaExceeded'
  | 'reset'
  | 'lost'

const faultStatus = {
  InternalError: 500,
  NotImplemented: 501,
  SlowDown: 503,
  XMinioStorageFull: 507,
  QuotaExceeded: 403,
} as const

export interface S3Server extends S3Credentials {
  readonly bucket: string
  /** For path-style requests: `http://127.0.0.1:port`. */
  readonly endpoint: string
  /** For host-style requests: `http://bucket.s3.test:port`. */
  readonly bucketEndpoint: string
  /** Makes the next requests fail, all or those of one operation. */
  readonly failNext: (count: number, fault: S3Fault, operation?: S3Operation) => void
  /** The requested operations with a valid signature, in order. */
  readonly asked: S3Operation[]
  readonly objects: S3Objects
  readonly close: () => Promise<void>
}

export interface S3Options {
  /** Everyone can read; for a store that is the media host itself. */
  readonly publicRead?: boolean
  readonly pageSize?: number
  readonly now?: () => number
}

/** A store with one bucket that refuses every request with an invalid signature. */
export async function startS3Server(options: S3Options = {}): Promise<S3Server> {
  const { publicRead = false, pageSize = 1_000, now = Date.now } = options
  const credentials = { accessKeyId: 'AKIATESTACCESSKEY', secretAccessKey: 'kept/very+secret', region: 'test-1' }
  const bucket = 'polypost-media'
  const objects = await S3Objects.open()
  const asked: S3Operation[] = []
  const faults: { fault: S3Fault; operation: S3Operation | undefined }[] = []

  function takeFault(operation: S3Operation): S3Fault | undefined {
    const at = faults.findIndex((one) => one.operation === undefined || one.operation === operation)
    return at === -1 ? undefined : faults.splice(at, 1)[0]?.fault
  }

  async function answer(request: IncomingMessage): Promise<Answer | null> {
    const { method = '', url = '/', headers } = request
    const raw = Object.assign(request, { method, url, headers })
    const query = new Map(queryOf(url))
    const { key, bucket: named } = placeOf(headerOf(raw, 'host') ?? '', url, bucket)
    const operation = operationOf(raw, key, { query, request: raw })
    const open = publicRead && !headers.authorization && !query.has('X-Amz-Signature')
    const payload =
      open && ['GetObject', 'HeadObject'].includes(operation)
        ? unsignedPayload
        : verifySignature(raw, credentials, now())
    if (named !== bucket) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
    asked.push(operation)
    const fault = takeFault(operation)
    if (fault === 'reset') return null
    if (fault && fault !== 'lost') throw new Refusal(faultStatus[fault], fault, 'As the test has ordered.')
    const answered = await operations[operation]({ request: raw, objects, bucket, key, query, payload, pageSize })
    return fault === 'lost' ? null : answered
  }

  const server = createServer(async (request, response) => {
    try {
      const given = await answer(request).catch(refused)
      // A client that is still sending may not read yet.
      if (given && !request.readableEnded) await finished(request.resume())
      if (given) await send(response, request, given)
      else request.socket.destroy()
    } catch {
      // The client has disconnected.
      request.socket.destroy()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  resolveHere()
  return {
    ...credentials,
    bucket,
    endpoint: `http://127.0.0.1:${address.port}`,
    bucketEndpoint: `http://${bucket}.${hostName}:${address.port}`,
    failNext: (count, fault, operation) => {
      for (let left = count; left > 0; left -= 1) faults.push({ fault, operation })
    },
    asked,
    objects,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await objects.close()
    },
  }
}

function placeOf(host: string, url: string, bucket: string): { bucket: string; key: string } {
  const path = decodeURIComponent(url.split('?')[0] ?? '').slice(1)
  if (host.split(':')[0] === `${bucket}.${hostName}`) return { bucket, key: path }
  const [named = '', ...key] = path.split('/')
  return { bucket: named, key: key.join('/') }
}

function refused(error: unknown): Answer {
  if (!(error instanceof Refusal)) throw error
  const inner = [tag('Code', error.code), tag('Message', error.message), tag('RequestId', '4442587FB7D0A2F9')]
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${element('Error', ...inner)}`,
  }
}

async function send(response: ServerResponse, request: IncomingMessage, { status, headers, body = '' }: Answer) {
  response.writeHead(status, { 'x-amz-request-id': '4442587FB7D0A2F9', ...headers })
  if (typeof body === 'string') response.end(request.method === 'HEAD' ? '' : body)
  else await pipeline(body, response)
}
