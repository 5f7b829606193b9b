import type { StoredMediaItem } from '@polypost/sdk'

/** A file of this device, or a web address that the service reads. */
export type Source = File | string

export interface Upload {
  readonly id: number
  readonly source: Source
  /** The video that gets the file as its cover; null: the file is added to the post. */
  readonly coverOf: string | null
  readonly status: 'waiting' | 'sending' | 'failed'
  /** Bytes; unknown for a web address. */
  readonly sent: number
  readonly error: unknown
}

type SentItem = Omit<StoredMediaItem, 'small_url'>

export type Send = (source: Source, signal: AbortSignal, onProgress: (sent: number) => void) => Promise<SentItem>

/** More at once are not quicker, and a browser opens only six connections. */
const parallel = 3

/** Files on their way. They arrive in any order; `done` gets the upload of each. */
export class UploadQueue {
  #uploads: readonly Upload[] = []
  #last = 0
  readonly #listeners = new Set<() => void>()
  readonly #running = new Map<number, AbortController>()
  readonly #send: Send
  readonly #done: (item: SentItem, upload: Upload) => void

  constructor(send: Send, done: (item: SentItem, upload: Upload) => void) {
    this.#send = send
    this.#done = done
  }

  readonly read = (): readonly Upload[] => this.#uploads

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  add(sources: readonly Source[], coverOf: string | null = null): void {
    const added = sources.map((source): Upload => {
      this.#last += 1
      return { id: this.#last, source, coverOf, status: 'waiting', sent: 0, error: null }
    })
    this.#set([...this.#uploads, ...added])
    this.#start()
  }

  retry(id: number): void {
    this.#change(id, { status: 'waiting', sent: 0, error: null })
    this.#start()
  }

  /** Stops it, or forgets that it failed. */
  remove(id: number): void {
    this.#running.get(id)?.abort()
    this.#set(this.#uploads.filter((upload) => upload.id !== id))
  }

  removeAll(): void {
    for (const { id } of this.#uploads) this.remove(id)
  }

  #start(): void {
    for (const upload of this.#uploads.filter(({ status }) => status === 'waiting'))
      if (this.#running.size < parallel) void this.#run(upload)
  }

  async #run(upload: Upload): Promise<void> {
    const { id } = upload
    const control = new AbortController()
    this.#running.set(id, control)
    this.#change(id, { status: 'sending' })
    try {
      const item = await this.#send(upload.source, control.signal, (sent) => this.#change(id, { sent }))
      if (!control.signal.aborted) this.#done(item, upload)
      this.remove(id)
    } catch (error) {
      this.#change(id, { status: 'failed', error })
    } finally {
      this.#running.delete(id)
      this.#start()
    }
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const listener of this.#listeners) listener()
  }
}
