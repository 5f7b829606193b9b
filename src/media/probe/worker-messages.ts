import type { VideoFacts } from './video-facts.ts'

/** The start data of the worker. */
export interface WorkerTask {
  readonly size: number
  readonly form: 'isobmff' | 'matroska' | 'mpegts'
}

/** From the worker: requests for bytes, and its results so far, the newest last. */
export type FromWorker =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'facts'; readonly facts: VideoFacts }
  | { readonly kind: 'no_video' }
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'done' }

/** To the worker. Null: these bytes are not available. */
export interface ToWorker {
  readonly id: number
  readonly bytes: Uint8Array | null
}
