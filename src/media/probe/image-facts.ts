/** The result of reading an image's structure to its end, so the image is complete. */
export interface ImageFacts {
  /** Stored pixels, before `rotation`. */
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly frames: number
  readonly seconds: number | null
}

/** More than any animation has: ten hours at 24 frames a second. */
export const maxFrames = 1_000_000
