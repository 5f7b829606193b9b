export type ConversionFault = 'not_convertible' | 'too_large' | 'cannot_fit' | 'no_ffmpeg' | 'failed' | 'timed_out'

/** Why a file was not made into another. The message is a sentence for people. The original is as it was. */
export class CannotConvert extends Error {
  readonly code: ConversionFault

  constructor(code: ConversionFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
