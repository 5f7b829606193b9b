import type { Json } from './json-schema.ts'
import { type Operation, takesKey } from './operation.ts'

const header = (description: string, schema: Json, example: string | number): Json => ({ description, schema, example })
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

/** Every header of a response that clients may use, by its name. */
export const responseHeaders = {
  'X-Request-Id': header(
    'Names this request in the logs of the instance. Your own `X-Request-Id`, if you sent one of 1 to 64 letters, digits and `_.:-`.',
    text,
    'req_4fTq8sKx2vLm9wRz7NcYb1Hd',
  ),
  'RateLimit-Policy': header(
    'The limit (`q`), and the seconds after which it counts anew (`w`).',
    text,
    '"requests";q=150;w=60',
  ),
  RateLimit: header('How many requests are left (`r`), and for how many seconds (`t`).', text, '"requests";r=149;t=42'),
  'X-RateLimit-Limit': header('The limit, as a plain number.', count, 150),
  'X-RateLimit-Remaining': header('How many requests are left, as a plain number.', count, 149),
  'X-RateLimit-Reset': header('When the limit counts anew, in seconds since 1970.', count, 1793610060),
  'Retry-After': header('Seconds after which to send the request again.', { type: 'integer', minimum: 1 }, 5),
  'Idempotent-Replayed': header(
    '`true`: this is the stored response of an earlier request with the same `Idempotency-Key`. Otherwise the header is missing.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  ETag: header('Names this content. Send it back as `If-None-Match`.', text, 'W/"Yx3hHkq0mZ8pQ2v7LwT5sNc1dRb"'),
  'Set-Cookie': header(
    'Sets or removes the cookie of the session.',
    text,
    '__Host-polypost_session=…; Path=/; HttpOnly',
  ),
  Allow: header('The methods that the path has.', text, 'GET, HEAD, POST'),
  'WWW-Authenticate': header('How to sign in.', text, 'Bearer realm="Polypost"'),
} as const satisfies Record<string, Json>

type HeaderName = keyof typeof responseHeaders

/** The request was admitted or refused by its rate limit. */
const counted = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[]

const ofStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: [...counted, 'WWW-Authenticate', 'Retry-After'],
  405: [...counted, 'Allow'],
  // The request was not read far enough to be counted.
  408: [],
  409: [...counted, 'Retry-After'],
  429: [...counted, 'Retry-After'],
  431: [],
  503: [...counted, 'Retry-After'],
}

/** The headers of a response with this status. */
export const headersOf = (status: number, operation?: Operation): Json => {
  const names: readonly HeaderName[] = [
    'X-Request-Id',
    ...(ofStatus[status] ?? counted),
    ...(status === 200 && operation && takesKey(operation) ? (['Idempotent-Replayed'] as const) : []),
    ...(status < 400 && operation?.tagged ? (['ETag'] as const) : []),
    ...(status === 200 && operation?.cookie ? (['Set-Cookie'] as const) : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
