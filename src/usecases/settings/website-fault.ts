import { PublicError } from '../../contract/errors.ts'
import { OutboundFault } from '../../outbound/http-client.ts'
import { NoPage, NoText } from '../../website/read-website.ts'

/** Translates an error about a website into an error of the API; `path` is its field. Returns other errors unchanged. */
export function websiteFault(cause: unknown, path = 'website_url'): unknown {
  if (cause instanceof NoText)
    return new PublicError('content_rejected', cause.message, {
      details: [{ path, code: 'no_text', message: cause.message }],
      cause,
    })
  if (cause instanceof NoPage) return new PublicError('unfetchable_url', cause.message, { cause })
  if (cause instanceof OutboundFault) {
    const { kind, message } = cause
    const code = kind === 'forbidden_address' || kind === 'bad_url' ? 'forbidden_address' : 'unfetchable_url'
    return new PublicError(code, `The website could not be read. ${message}`, {
      details: [{ path, code: kind, message }],
      cause,
    })
  }
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new PublicError('unfetchable_url', 'The website took too long to respond.', { cause })
  return cause
}
