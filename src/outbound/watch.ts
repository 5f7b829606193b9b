import { minute, second } from '../domain/time.ts'
import { OutboundFault } from './fault.ts'

/** In milliseconds. */
export interface Timeouts {
  readonly lookup: number
  /** Over all addresses of the name. */
  readonly connect: number
  readonly tls: number
  /** From the last piece of the request that was taken to the head of the answer. */
  readonly headers: number
  /** From asking for a piece of the body to getting it; a reader who takes his time is not counted. */
  readonly silence: number
  /** Everything, all redirects and the body included. */
  readonly total: number
}

export type Phase = Exclude<keyof Timeouts, 'total'>

export const defaultTimeouts: Timeouts = {
  lookup: 10 * second,
  connect: 10 * second,
  tls: 10 * second,
  headers: 30 * second,
  silence: 30 * second,
  total: 2 * minute,
}

const messages: Readonly<Record<keyof Timeouts, string>> = {
  lookup: 'Looking up the name took too long.',
  connect: 'No connection came about in time.',
  tls: 'The TLS handshake took too long.',
  headers: 'The other side did not answer in time.',
  silence: 'The other side stopped sending in the middle of its answer.',
  total: 'The whole exchange took too long.',
}

export const timeoutFault = (phase: keyof Timeouts, sent: boolean): OutboundFault =>
  new OutboundFault('timeout', messages[phase], { sent })

/** Watches over one exchange, all its redirects included: whatever ends it early does so through `signal`. */
export interface Watch {
  readonly timeouts: Timeouts
  readonly signal: AbortSignal
  /** True from the moment when bytes of a request may have left. */
  readonly sent: boolean
  readonly markSent: () => void
  readonly enter: (phase: Phase) => void
  /** Nothing is awaited of the other side just now. */
  readonly rest: () => void
  readonly fail: (reason: unknown) => void
  /** What to tell the caller: the reason for the end, before the symptom that it led to. */
  readonly explain: (error: unknown, translate: (error: unknown, sent: boolean) => unknown) => unknown
  readonly end: () => void
}

export function startWatch(timeouts: Timeouts, caller?: AbortSignal): Watch {
  const stop = new AbortController()
  let sent = false
  let ended = false
  let timer: NodeJS.Timeout | undefined

  const fail = (reason: unknown) => stop.abort(reason)
  const expire = (phase: keyof Timeouts) => fail(timeoutFault(phase, sent))
  const byCaller = () => fail(caller?.reason)
  const rest = () => clearTimeout(timer)

  const total = setTimeout(expire, timeouts.total, 'total')
  caller?.addEventListener('abort', byCaller, { once: true })
  if (caller?.aborted) byCaller()

  return {
    timeouts,
    signal: stop.signal,
    get sent() {
      return sent
    },
    markSent: () => {
      sent = true
    },
    enter: (phase) => {
      rest()
      // A body of ours may still be on its way when all is over.
      if (!ended) timer = setTimeout(expire, timeouts[phase], phase)
    },
    rest,
    fail,
    explain: (error, translate) => (stop.signal.aborted ? stop.signal.reason : translate(error, sent)),
    end: () => {
      ended = true
      rest()
      clearTimeout(total)
      caller?.removeEventListener('abort', byCaller)
    },
  }
}
