import { apiError, ConnectionError } from './errors.ts'
import { Media as Operations } from './generated/operations.ts'
import type { Upload, UploadBody } from './generated/types.ts'
import { putFile, type UploadProgress } from './put-file.ts'
import type { CallOptions } from './request.ts'

export interface UploadOptions extends CallOptions {
  /** The file name that others see. */
  readonly name?: string | undefined
  /** The type of the file, for example `video/mp4`. Without it the name or the Blob tells it. */
  readonly contentType?: string | undefined
  /** A stream does not know its size, so tell it. */
  readonly size?: number | undefined
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}

/** A file that can be named in a post by `url` or `storageKey`. */
export interface UploadedFile {
  readonly url: string
  readonly storageKey: string
  readonly contentType: string
  readonly size: number
}

type FileType = NonNullable<UploadBody['contentType']>

const types: Readonly<Record<string, FileType>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

export class Media extends Operations {
  /**
   * Uploads a file and waits until it is stored. The source is a web address, which the service reads; a path of this
   * machine; a Blob or File; or a stream, with `size`.
   */
  async upload(source: string | Blob | ReadableStream<Uint8Array>, options: UploadOptions = {}): Promise<UploadedFile> {
    const { name, contentType, size, onProgress, ...call } = options
    if (typeof source === 'string' && /^https?:\/\//i.test(source))
      return uploaded(await this.requestUpload({ url: source }, call))
    const file = typeof source === 'string' ? await openFile(source) : source
    const filename = name ?? (typeof source === 'string' ? baseName(source) : nameOf(file))
    const bytes = file instanceof Blob ? file.size : size
    if (bytes === undefined) throw new TypeError('Set `size`, in bytes: a stream does not know its size.')
    const type = contentType ?? typeFrom(file, filename)
    const target = await this.requestUpload({ filename, contentType: type as FileType, size: bytes }, call)
    await this.#put(target, file, options)
    return uploaded(target)
  }

  async #put(target: Upload, file: Blob | ReadableStream<Uint8Array>, options: UploadOptions): Promise<void> {
    const sent = { url: target.url, headers: target.headers, file, size: target.size }
    const answer = await putFile(this.transport.fetch, sent, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw options.signal.reason
      throw new ConnectionError('The file could not be sent completely. Upload it again.', { cause: error })
    })
    if (answer.status >= 300) throw apiError({ ...answer, requestId: null, retryAfter: null })
  }
}

const uploaded = ({ publicUrl, storageKey, contentType, size }: Upload): UploadedFile => ({
  url: publicUrl,
  storageKey,
  contentType,
  size,
})

function typeFrom(file: Blob | ReadableStream, name: string): string {
  const known = (file instanceof Blob && file.type) || types[name.split('.').pop()?.toLowerCase() ?? '']
  if (known) return known
  throw new TypeError(`The type of “${name}” is not known. Set \`contentType\`, for example 'video/mp4'.`)
}

const nameOf = (file: Blob | ReadableStream): string =>
  'name' in file && typeof file.name === 'string' ? file.name : 'file'

const baseName = (path: string): string => path.split(/[\\/]/).pop() ?? path

interface NodeFiles {
  readonly openAsBlob: (path: string) => Promise<Blob>
}

/** Only where there are files: Node, Deno and Bun. The bytes are read while they are sent. */
async function openFile(path: string): Promise<Blob> {
  const module = 'node:fs'
  // A bundler for browsers must not look for this module, so it gets no types.
  const files = (await import(/* @vite-ignore */ module)) as NodeFiles
  return files.openAsBlob(path)
}
