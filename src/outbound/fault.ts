/** The kinds of faults, as far as the next action depends on them. */
export type FaultKind =
  | 'forbidden_address'
  | 'bad_url'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too_large'
  | 'too_many_redirects'
  | 'protocol'

interface Circumstances {
  readonly sent?: boolean
  readonly cause?: unknown
}

/**
 * A request to another machine failed. The message is for people and never contains an internal address; the cause may
 * contain one, and is for the log.
 */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly kind: FaultKind
  /** Whether a part of the request may have reached the server. If not, it had no effect. */
  readonly sent: boolean

  constructor(kind: FaultKind, message: string, { sent = false, cause }: Circumstances = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
    this.sent = sent
  }
}

/** undici gives no code to the errors of its parser. */
const kinds: readonly (readonly [codeAndMessage: RegExp, kind: FaultKind, message: string])[] = [
  [/^UND_ERR_HEADERS_OVERFLOW /, 'too_large', 'The headers of the response are too large.'],
  [/Invalid EOF state/, 'reset', 'The connection was lost.'],
  [/does not match the HTTP\/1\.1 protocol/, 'protocol', 'The response is not valid HTTP.'],
  [/^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH) /, 'protocol', 'The request could not be sent as HTTP.'],
  [/^(Z_|ERR__ERROR_)/, 'protocol', 'The compressed response is damaged.'],
  [/^(E[A-Z]+ |ERR_STREAM_|ERR_SSL_|UND_ERR_)/, 'reset', 'The connection was lost.'],
]

/** Translates errors of the transport; all other errors are bugs, and are returned unchanged. */
export function asFault(error: unknown, sent: boolean): unknown {
  if (error instanceof OutboundFault || !(error instanceof Error) || !('code' in error)) return error
  const found = kinds.find(([sign]) => sign.test(`${error.code} ${error.message}`))
  return found ? new OutboundFault(found[1], found[2], { sent, cause: error }) : error
}
