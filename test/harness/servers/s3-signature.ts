import { createHash, createHmac } from 'node:crypto'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

/** A request as it arrived: not decoded, not normalised. */
export interface RawRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A response with an S3 error body. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const algorithm = 'AWS4-HMAC-SHA256'
const skewMilliseconds = 15 * 60_000
const longestExpirySeconds = 7 * 24 * 3_600
export const unsignedPayload = 'UNSIGNED-PAYLOAD'

interface Signed {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  readonly payload: string
  /** Null if the signature is in the headers. */
  readonly expires: number | null
}

/** Refuses a request with an invalid signature (version 4); returns what the signature says about the body. */
export function verifySignature(request: RawRequest, credentials: S3Credentials, now: number): string {
  const signed = readSigned(request)
  const [accessKeyId, day, region, service, end, ...rest] = signed.credential.split('/')
  if (accessKeyId !== credentials.accessKeyId)
    throw new Refusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  if (region !== credentials.region || service !== 's3' || end !== 'aws4_request' || rest.length > 0)
    throw new Refusal(400, 'AuthorizationHeaderMalformed', `The scope is wrong; expecting '${credentials.region}'.`)
  checkTime(signed, day, now)
  checkHeaders(request, signed)
  const scope = [day, region, service, end].join('/')
  const text = [algorithm, signed.date, scope, sha256(canonicalRequest(request, signed))].join('\n')
  const key = [day, region, service, end].reduce<string | Buffer>(
    (secret, part = '') => hmac(secret, part),
    `AWS4${credentials.secretAccessKey}`,
  )
  if (hmac(key, text).toString('hex') !== signed.signature)
    throw new Refusal(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  return signed.payload
}

function readSigned(request: RawRequest): Signed {
  const query = new Map(queryOf(request.url))
  const header = headerOf(request, 'authorization')
  if (query.has('X-Amz-Signature')) {
    if (header) throw new Refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed')
    const expires = query.get('X-Amz-Expires') ?? ''
    const complete = ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Date'].every((name) => query.has(name))
    if (!complete || query.get('X-Amz-Algorithm') !== algorithm || !/^\d{1,9}$/.test(expires))
      throw new Refusal(400, 'AuthorizationQueryParametersError', 'Query-string authentication is incomplete.')
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: query.get('X-Amz-Content-Sha256') ?? headerOf(request, 'x-amz-content-sha256') ?? unsignedPayload,
      expires: Number(expires),
    }
  }
  const form = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/
  const [, credential = '', signedHeaders = '', signature = ''] = form.exec(header ?? '') ?? []
  if (!signature) throw new Refusal(403, 'AccessDenied', 'Access Denied')
  const payload = headerOf(request, 'x-amz-content-sha256')
  if (!payload) throw new Refusal(400, 'InvalidRequest', 'Missing required header: x-amz-content-sha256')
  return { credential, signedHeaders, signature, date: headerOf(request, 'x-amz-date') ?? '', payload, expires: null }
}

function checkTime({ date, expires }: Signed, day: string | undefined, now: number): void {
  const [, year, month, dayOfMonth, hours, minutes, seconds] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const at = Date.parse(`${year}-${month}-${dayOfMonth}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(at) || day !== date.slice(0, 8)) throw new Refusal(403, 'AccessDenied', 'The date is wrong.')
  if (expires === null ? Math.abs(now - at) > skewMilliseconds : at - now > skewMilliseconds)
    throw new Refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the server’s is too large.',
    )
  if (expires === null) return
  if (expires < 1 || expires > longestExpirySeconds)
    throw new Refusal(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be between a second and a week.')
  if (now > at + expires * 1_000) throw new Refusal(403, 'AccessDenied', 'Request has expired')
}

function checkHeaders({ headers }: RawRequest, { signedHeaders }: Signed): void {
  const signed = signedHeaders.split(';')
  if (!signed.includes('host')) throw new Refusal(403, 'AccessDenied', 'The host must be signed.')
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name))
  if (unsigned.length > 0)
    throw new Refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed')
}

function canonicalRequest(request: RawRequest, { signedHeaders, payload }: Signed): string {
  const [path = ''] = request.url.split('?')
  const query = queryOf(request.url)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
  const headers = signedHeaders.split(';').map((name) => {
    const value = headerOf(request, name) ?? ''
    return `${name}:${value.trim().replace(/ +/g, ' ')}\n`
  })
  return [
    request.method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.map(([name, value]) => `${name}=${value}`).join('&'),
    headers.join(''),
    signedHeaders,
    payload,
  ].join('\n')
}

/** The parameters, decoded; here a plus sign is one. */
export function queryOf(url: string): [name: string, value: string][] {
  const at = url.indexOf('?')
  if (at === -1 || at === url.length - 1) return []
  return url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))]
    })
}

export function headerOf({ headers }: Pick<RawRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
