import { type DetailCode, notFound, PublicError } from '../../contract/errors.ts'
import { Unfetchable } from '../../media/download.ts'
import { TooLarge } from '../../media/host.ts'
import { MediaRefused } from '../../media/probe/probe.ts'
import { NoSuchFile, StorageFull } from '../../media/storage/storage.ts'
import { OutboundFault } from '../../outbound/http-client.ts'

/**
 * Translates an error about a file into an error of the API. Returns other errors unchanged. `from`: the field of the
 * request that names the file; left out, the file itself was sent.
 */
export function mediaFault(error: unknown, from?: 'url'): unknown {
  if (error instanceof MediaRefused) return rejected(error.code, refusal(error, from), error, from)
  if (error instanceof NoSuchFile) return notFound('file')
  if (error instanceof TooLarge) return rejected('too_large', error.message, error, from)
  if (error instanceof StorageFull)
    return new PublicError(
      'storage_full',
      `${error.message} The operator can free or add space. Posts without media still work.`,
      { cause: error },
    )
  if (error instanceof Unfetchable) return new PublicError('unfetchable_url', error.message, { cause: error })
  if (error instanceof OutboundFault) return outboundFault(error)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new PublicError('unfetchable_url', 'The download took longer than 30 minutes.', { cause: error })
  return error
}

/** A URL often leads to a page that shows the file. */
const refusal = ({ code, message }: MediaRefused, from?: 'url'): string =>
  code === 'unsupported_type' && from === 'url'
    ? `${message} Check that the URL leads to the file itself, and not to a web page.`
    : message

const rejected = (code: DetailCode, message: string, cause: unknown, path?: 'url'): PublicError =>
  new PublicError('content_rejected', message, {
    details: [{ ...(path !== undefined && { path }), code, message }],
    cause,
  })

function outboundFault(error: OutboundFault): PublicError {
  if (error.kind === 'too_large')
    return rejected('too_large', `The file could not be downloaded. ${error.message}`, error, 'url')
  const code = error.kind === 'forbidden_address' || error.kind === 'bad_url' ? 'forbidden_address' : 'unfetchable_url'
  return new PublicError(code, `The file could not be downloaded. ${error.message}`, {
    details: [{ path: 'url', code: error.kind, message: error.message }],
    cause: error,
  })
}
