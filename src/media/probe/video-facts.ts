export interface VideoFacts {
  readonly width: number | null
  readonly height: number | null
  readonly rotation: number
  readonly seconds: number | null
  readonly frameRate: number | null
  readonly videoCodec: string | null
  readonly audioCodec: string | null
}

/** Rounded to thousandths, which is as exact as any header. Values that are not positive mean unknown. */
export const positive = (value: number | null | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value * 1000) / 1000 || null : null
