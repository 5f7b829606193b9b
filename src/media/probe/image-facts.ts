/** What the walk over an image's parts tells. Its walker has seen its end, so that it is whole. */
export interface ImageFacts {
  /** Pixels as they are stored, before `rotation`. */
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly frames: number
  readonly seconds: number | null
}

/** More than any animation has: ten hours at 24 frames a second. */
export const maxFrames = 1_000_000
