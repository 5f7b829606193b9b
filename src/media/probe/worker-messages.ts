import type { VideoFacts } from './video-facts.ts'

/** What the worker is started with. */
export interface WorkerTask {
  readonly size: number
  readonly form: 'isobmff' | 'matroska' | 'mpegts'
}

/** From the worker: a wish for bytes, and what it has found so far, the newest last. */
export type FromWorker =
  | { readonly kind: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly kind: 'facts'; readonly facts: VideoFacts }
  | { readonly kind: 'no_video' }
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'done' }

/** To the worker. Null: these bytes are not to be had. */
export interface ToWorker {
  readonly id: number
  readonly bytes: Uint8Array | null
}
