/** What went wrong, as far as it makes a difference to what happens next. */
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
 * A request to another machine failed. The message is for people and never names an address of ours; the cause, which
 * may, is for the log.
 */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly kind: FaultKind
  /** Whether any of the request may have reached the other side; where not, it surely had no effect there. */
  readonly sent: boolean

  constructor(kind: FaultKind, message: string, { sent = false, cause }: Circumstances = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.kind = kind
    this.sent = sent
  }
}

const kinds: readonly (readonly [sign: RegExp, kind: FaultKind, message: string])[] = [
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'too_large', 'The headers of the answer are too large.'],
  [
    /^(UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HTTPParserError .*\(Invalid EOF state\))$/,
    'reset',
    'The connection ended before the whole answer was there.',
  ],
  [/^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH)$/, 'protocol', 'The request could not be put into HTTP.'],
  [/^HTTPParserError /, 'protocol', 'The answer is not valid HTTP.'],
  [/^(Z_|ERR__ERROR_)/, 'protocol', 'The answer is compressed, and damaged.'],
  [/^(UND_ERR|E[A-Z]+$|ERR_STREAM_PREMATURE_CLOSE)/, 'reset', 'The connection broke off.'],
]

/** What the transport reports, as one of ours; anything else is a mistake in the program and stays as it is. */
export function asFault(error: unknown, sent: boolean): unknown {
  if (error instanceof OutboundFault || !(error instanceof Error)) return error
  const found = kinds.find(([sign]) => sign.test(signOf(error)))
  return found ? new OutboundFault(found[1], found[2], { sent, cause: error }) : error
}

/** undici 8.12 leaves its parser’s errors without a code, so they are told by their text. */
const signOf = (error: Error): string =>
  error.name !== 'HTTPParserError' && 'code' in error ? String(error.code) : `${error.name} ${error.message}`
