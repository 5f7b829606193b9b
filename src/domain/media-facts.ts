import type { MediaType } from './media-types.ts'

/** What a file really is, read once from its bytes. Null where the format does not tell. */
export interface MediaFacts {
  readonly contentType: MediaType
  readonly size: number
  /** Pixels as they are stored, before `rotation`. */
  readonly width: number | null
  readonly height: number | null
  /** Degrees clockwise by which it is turned to be shown: 0, 90, 180 or 270. */
  readonly rotation: number
  readonly seconds: number | null
  readonly frameRate: number | null
  readonly videoCodec: string | null
  readonly audioCodec: string | null
  readonly animated: boolean
  readonly frames: number | null
}
