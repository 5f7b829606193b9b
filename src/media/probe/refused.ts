export type RefusalCode = 'unsupported_type' | 'empty' | 'truncated' | 'corrupt' | 'too_large_dimensions'

/** The media host does not accept the file. The message is a sentence for people. */
export class MediaRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const corrupt = (what: string, cause?: unknown): MediaRefused =>
  new MediaRefused('corrupt', `The file is damaged: ${what}.`, { cause })

export const truncated = (what: string, cause?: unknown): MediaRefused =>
  new MediaRefused('truncated', `The file is cut off: ${what}.`, { cause })
