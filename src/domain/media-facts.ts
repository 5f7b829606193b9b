import type { MediaType } from './media-types.ts'

/** The properties of a file, read once from its bytes. Null if the format does not contain them. */
export interface MediaFacts {
  readonly contentType: MediaType
  readonly size: number
  /** Stored pixels, before `rotation`. */
  readonly width: number | null
  readonly height: number | null
  /** Degrees clockwise by which the picture is rotated for display: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly seconds: number | null
  readonly frameRate: number | null
  readonly videoCodec: string | null
  readonly audioCodec: string | null
  readonly animated: boolean
  readonly frames: number | null
}
