import { minute, second } from '../domain/time.ts'
import { OutboundFault } from './fault.ts'

/** In milliseconds. */
export interface Timeouts {
  readonly lookup: number
  /** For all addresses of the name together. */
  readonly connect: number
  readonly tls: number
  /** From the last accepted piece of the request to the headers of the response. */
  readonly headers: number
  /** From requesting a piece of the body to receiving it; time that the reader needs is not counted. */
  readonly silence: number
  /** For everything, including all redirects and the body. */
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
  lookup: 'The DNS lookup took too long.',
  connect: 'The connection could not be opened in time.',
  tls: 'The TLS handshake took too long.',
  headers: 'The server did not respond in time.',
  silence: 'The server stopped sending in the middle of its response.',
  total: 'The whole request took too long.',
}

export const timeoutFault = (phase: keyof Timeouts, sent: boolean): OutboundFault =>
  new OutboundFault('timeout', messages[phase], { sent })

/** Watches one request, including its redirects, and ends it early through `signal`. */
export interface Watch {
  readonly timeouts: Timeouts
  readonly signal: AbortSignal
  /** True as soon as bytes of a request may have been sent. */
  readonly sent: boolean
  readonly markSent: () => void
  readonly enter: (phase: Phase) => void
  /** Stops the timer: we are not waiting for the server. */
  readonly rest: () => void
  readonly fail: (reason: unknown) => void
  /** The error for the caller: the reason for the end rather than its symptom. */
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
      // Our own body may still be in transit at the end.
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
