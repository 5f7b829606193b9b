/** Stops and continues the sender. */
interface Flow {
  readonly pause: () => void
  readonly resume: () => void
}

/** The body of a response while it arrives. Can be read once. */
export interface ArrivingBody extends AsyncIterable<Uint8Array> {
  readonly push: (flow: Flow, piece: Uint8Array) => void
  readonly end: () => void
  readonly fail: (error: Error) => void
}

/** The sender waits while so much has not been read. */
const most = 64 * 1024 // bytes

export function createArriving(): ArrivingBody {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let paused: Flow | undefined
  let ended = false
  let failed: Error | undefined
  let wake = () => {}

  /** All that has arrived since the last time. */
  function takeAll(): Uint8Array[] {
    const [all, flow] = [pieces, paused]
    pieces = []
    bytes = 0
    paused = undefined
    // More may arrive during this call.
    flow?.resume()
    return all
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      for (const piece of takeAll()) {
        if (failed) throw failed
        yield piece
      }
      if (failed) throw failed
      if (pieces.length > 0) continue
      if (ended) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    push: (flow, piece) => {
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= most) {
        paused = flow
        flow.pause()
      }
      wake()
    },
    end: () => {
      ended = true
      wake()
    },
    fail: (error) => {
      failed = error
      wake()
    },
    [Symbol.asyncIterator]: read,
  }
}
