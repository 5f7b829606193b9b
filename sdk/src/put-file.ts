import type { ErrorBody } from './generated/types.ts'

export interface UploadProgress {
  /** Bytes that were handed to the network. */
  readonly sent: number
  readonly total: number
}

interface SentFile {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: Blob | ReadableStream<Uint8Array>
  readonly size: number
}

interface PutOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

interface PutAnswer {
  readonly status: number
  readonly body: ErrorBody | null
}

/** The used part of the browser’s XMLHttpRequest. Other runtimes do not have it. */
interface BrowserRequest {
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null }
  readonly status: number
  readonly responseText: string
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(file: Blob): void
  abort(): void
}

const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => BrowserRequest }

/** Sends a file to a signed address. Browsers report the progress of an upload only by XMLHttpRequest. */
export const putFile = (run: typeof fetch, sent: SentFile, options: PutOptions): Promise<PutAnswer> =>
  XMLHttpRequest && sent.file instanceof Blob
    ? putByRequest(new XMLHttpRequest(), sent, sent.file, options)
    : putByFetch(run, sent, options)

async function putByFetch(
  run: typeof fetch,
  { url, headers, file, size }: SentFile,
  options: PutOptions,
): Promise<PutAnswer> {
  const { onProgress, signal } = options
  const stream = file instanceof Blob ? file.stream() : file
  const init: RequestInit & { duplex?: 'half' } = {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(size) },
    body: onProgress ? stream.pipeThrough(counter(size, onProgress)) : file,
    // Required for a stream; the types do not know it yet.
    duplex: 'half',
    ...(signal ? { signal } : {}),
  }
  const response = await run(url, init)
  return { status: response.status, body: errorBody(await response.text()) }
}

function counter(total: number, onProgress: (progress: UploadProgress) => void) {
  let sent = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      out.enqueue(part)
      sent += part.length
      onProgress({ sent, total })
    },
  })
}

const putByRequest = (
  request: BrowserRequest,
  { url, headers, size }: SentFile,
  file: Blob,
  { onProgress, signal }: PutOptions,
): Promise<PutAnswer> =>
  new Promise((resolve, reject) => {
    const stop = () => request.abort()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress?.({ sent: Math.min(loaded, size), total: size })
    request.onload = () => resolve({ status: request.status, body: errorBody(request.responseText) })
    request.onerror = () => reject(new Error('The network failed.'))
    request.onabort = () => reject(new Error('The upload was stopped.'))
    request.onloadend = () => signal?.removeEventListener('abort', stop)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', stop, { once: true })
    request.send(file)
  })

/** A store of another maker, such as S3, answers in a form of its own. */
function errorBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text)
    return body?.error?.code ? body : null
  } catch {
    return null
  }
}
