import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { bodyOf } from './s3-body.ts'
import type { Description, Piece, S3Objects, StoredObject } from './s3-objects.ts'
import { headerOf, type RawRequest, Refusal } from './s3-signature.ts'
import { element, tag, textOf, xmlDocument } from './s3-xml.ts'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Readable
}

export interface Call {
  readonly request: RawRequest & AsyncIterable<Buffer>
  readonly objects: S3Objects
  readonly bucket: string
  readonly key: string
  readonly query: ReadonlyMap<string, string>
  /** The body's hash in the signature. */
  readonly payload: string
  /** The maximum number of items in a list. */
  readonly pageSize: number
}

type Handler = (call: Call) => Promise<Answer> | Answer

/** The supported operations of S3. The bucket exists from the beginning. */
export const operations = {
  async PutObject(call) {
    const piece = await receive(call)
    const { etag } = await call.objects.put(call.key, [piece], descriptionOf(call))
    return { status: 200, headers: { etag } }
  },

  GetObject: (call) => serve(call, true),
  HeadObject: (call) => serve(call, false),

  async DeleteObject({ objects, key }) {
    await objects.remove(key)
    return { status: 204 }
  },

  async CopyObject(call) {
    const source = decodeURIComponent(headerOf(call.request, 'x-amz-copy-source') ?? '').replace(/^\//, '')
    if (!source.startsWith(`${call.bucket}/`))
      throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
    const replaces = headerOf(call.request, 'x-amz-metadata-directive') === 'REPLACE'
    const from = source.slice(call.bucket.length + 1)
    await call.objects.beforeCopy()
    if (headerOf(call.request, 'if-none-match') === '*' && call.objects.objects.has(call.key))
      throw new Refusal(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
    const made = await call.objects.copy(from, call.key, replaces ? descriptionOf(call) : null)
    return document('CopyObjectResult', tag('ETag', made.etag), tag('LastModified', iso(made.modifiedAt)))
  },

  ListObjectsV2({ objects, bucket, query, pageSize }) {
    const prefix = query.get('prefix') ?? ''
    const token = query.get('continuation-token') ?? query.get('start-after')
    const after = token && query.has('continuation-token') ? Buffer.from(token, 'base64url').toString() : token
    const rows = sorted(objects.objects).filter(([key]) => key.startsWith(prefix) && (!after || key > after))
    const most = Math.min(Number(query.get('max-keys') ?? pageSize), pageSize)
    const page = rows.slice(0, most)
    const last = page.at(-1)?.[0] ?? ''
    return document(
      'ListBucketResult',
      tag('Name', bucket),
      tag('Prefix', prefix),
      tag('KeyCount', page.length),
      tag('MaxKeys', most),
      tag('IsTruncated', rows.length > most),
      rows.length > most ? tag('NextContinuationToken', Buffer.from(last).toString('base64url')) : '',
      ...page.map(([key, { etag, modifiedAt, size }]) =>
        element(
          'Contents',
          tag('Key', key),
          tag('LastModified', iso(modifiedAt)),
          tag('ETag', etag),
          tag('Size', size),
          tag('StorageClass', 'STANDARD'),
        ),
      ),
    )
  },

  CreateMultipartUpload(call) {
    const { id } = call.objects.begin(call.key, descriptionOf(call))
    const names = [tag('Bucket', call.bucket), tag('Key', call.key)]
    return document('InitiateMultipartUploadResult', ...names, tag('UploadId', id))
  },

  async UploadPart(call) {
    const upload = uploadOf(call)
    const piece = await receive(call)
    const etag = await call.objects.putPart(upload, Number(call.query.get('partNumber')), piece)
    return { status: 200, headers: { etag } }
  },

  async CompleteMultipartUpload(call) {
    const upload = uploadOf(call)
    const sent = await text(bodyOf(call.request, call.payload).bytes)
    const parts = [...sent.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(textOf(part, 'PartNumber')),
      etag: textOf(part, 'ETag'),
    }))
    const { etag } = await call.objects.complete(upload, parts)
    const names = [tag('Bucket', call.bucket), tag('Key', call.key)]
    return document('CompleteMultipartUploadResult', ...names, tag('ETag', etag))
  },

  async AbortMultipartUpload(call) {
    await call.objects.abort(uploadOf(call))
    return { status: 204 }
  },

  ListMultipartUploads({ objects, bucket, query, pageSize }) {
    const prefix = query.get('prefix') ?? ''
    const order = (key: string, id: string) => `${key}\0${id}`
    const after = order(query.get('key-marker') ?? '', query.get('upload-id-marker') ?? '')
    const rows = [...objects.uploads.values()]
      .filter(({ key, id }) => key.startsWith(prefix) && order(key, id) > after)
      .sort((a, b) => (order(a.key, a.id) < order(b.key, b.id) ? -1 : 1))
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    return document(
      'ListMultipartUploadsResult',
      tag('Bucket', bucket),
      tag('IsTruncated', rows.length > page.length),
      tag('NextKeyMarker', last?.key ?? ''),
      tag('NextUploadIdMarker', last?.id ?? ''),
      ...page.map(({ id, key, startedAt }) =>
        element('Upload', tag('Key', key), tag('UploadId', id), tag('Initiated', iso(startedAt))),
      ),
    )
  },
} as const satisfies Record<string, Handler>

export type S3Operation = keyof typeof operations

/** Which operation a request asks for. */
export function operationOf({ method }: RawRequest, key: string, call: Pick<Call, 'query' | 'request'>): S3Operation {
  const { query } = call
  const upload = query.has('uploadId')
  const found: Record<string, S3Operation> = key
    ? {
        PUT: upload ? 'UploadPart' : headerOf(call.request, 'x-amz-copy-source') ? 'CopyObject' : 'PutObject',
        GET: 'GetObject',
        HEAD: 'HeadObject',
        DELETE: upload ? 'AbortMultipartUpload' : 'DeleteObject',
        POST: upload ? 'CompleteMultipartUpload' : 'CreateMultipartUpload',
      }
    : { GET: query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2' }
  const operation = found[method]
  if (!operation) throw new Refusal(405, 'MethodNotAllowed', 'The specified method is not allowed here.')
  return operation
}

async function receive({ request, payload, objects }: Call): Promise<Piece> {
  const told = ['content-length', 'x-amz-decoded-content-length'].map((name) => headerOf(request, name))
  if (told.every((length) => length === undefined))
    throw new Refusal(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  const { bytes, check } = bodyOf(request, payload)
  const piece = await objects.receive(bytes)
  try {
    check(piece)
  } catch (error) {
    await objects.drop(piece)
    throw error
  }
  return piece
}

function serve({ objects, key, request }: Call, withBody: boolean): Answer {
  const found = objects.get(key)
  const span = spanOf(headerOf(request, 'range'), found.size)
  const { start, end } = span ?? { start: 0, end: found.size - 1 }
  return {
    status: span ? 206 : 200,
    headers: {
      ...(span && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
      ...headersOf(found),
      'content-length': String(end - start + 1),
    },
    body: withBody ? objects.read(found, start, end) : '',
  }
}

const headersOf = ({ contentType, contentDisposition, etag, modifiedAt }: StoredObject): Record<string, string> => ({
  etag,
  'content-type': contentType,
  'accept-ranges': 'bytes',
  'last-modified': new Date(modifiedAt).toUTCString(),
  ...(contentDisposition && { 'content-disposition': contentDisposition }),
})

/** Null if there is no range, or an invalid one, which HTTP ignores. */
function spanOf(range: string | undefined, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return null
  const start = first ? Number(first) : Math.max(size - Number(last), 0)
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < start) return null
  if (start >= size) throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable')
  return { start, end }
}

const descriptionOf = ({ request }: Call): Description => ({
  contentType: headerOf(request, 'content-type') ?? 'binary/octet-stream',
  contentDisposition: headerOf(request, 'content-disposition'),
})

const uploadOf = ({ objects, key, query }: Call) => objects.upload(key, query.get('uploadId') ?? '')
const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
const iso = (time: number): string => new Date(time).toISOString()

const document = (name: string, ...inner: string[]): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: xmlDocument(name, ...inner),
})
