import type { FastifyReply, FastifyRequest } from 'fastify'
import { second } from '../domain/time.ts'
import type { Log } from '../system/log.ts'
import type { Metrics } from '../system/metrics.ts'

export interface RequestLogServices {
  readonly log: Log
  readonly metrics: Pick<Metrics, 'requests'>
  /** Which lines have the address of whoever sent the request: none, those that blockers such as fail2ban need, or all. */
  readonly logAddresses: 'off' | 'refused' | 'all'
}

/** The status in logs and metrics if the client disconnected before the response, as in nginx. */
const clientLeft = 499
/** Lines about requests without a caller, in a second. More are only counted: a stranger must not fill the disk. */
const mostLines = 50
/** Supervisors send them all the time. */
const probes = ['healthz', 'readyz', 'metrics']
/** The statuses that blockers count. */
const refusals = [401, 403, 429]
const longestPath = 100

/** Writes one log line and counts one request. */
export function createRequestLog({ log, metrics, logAddresses }: RequestLogServices) {
  const strangers = createCap(log)

  function record(request: FastifyRequest, reply: FastifyReply): void {
    // A request that Fastify refused has no route, although the type says so.
    const name = request.routeOptions.config?.operationName
    const operation = name ?? 'unknown'
    const status = reply.raw.headersSent ? reply.statusCode : clientLeft
    const { caller, method, url, ip } = request
    const { elapsedTime } = reply
    metrics.requests.observe({ operation, status }, elapsedTime / 1000)
    const level = probes.includes(operation) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level) || (!caller && status < 500 && !strangers.take(status))) return
    const hasAddress = logAddresses === 'all' || (logAddresses === 'refused' && refusals.includes(status))
    request.log[level](
      {
        user_id: caller?.userId,
        person_id: caller?.personId ?? undefined,
        method,
        operation,
        ...(name === undefined && { path: shownPath(url) }),
        status,
        duration_ms: Math.round(elapsedTime * 10) / 10,
        ...(hasAddress && { address: ip }),
      },
      'request',
    )
  }

  return { record, end: strangers.tell }
}

/** A long part may be a token, or the name of a file. */
const shownPath = (url: string): string =>
  (/^[^?#]*/.exec(url)?.[0] ?? '').replace(/[^/]{21,}/g, '…').slice(0, longestPath)

/** Lets some lines pass in each second, and then writes one line about the others. */
function createCap(log: Log) {
  let began = Number.NEGATIVE_INFINITY
  let lines = 0
  let skipped = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    if (skipped.size === 0) return
    const count = [...skipped.values()].reduce((sum, one) => sum + one, 0)
    log.info({ count, by_status: Object.fromEntries(skipped) }, 'requests not logged')
    skipped = new Map()
  }

  return {
    tell,
    take: (status: number): boolean => {
      const now = performance.now()
      if (now - began >= second) {
        tell()
        began = now
        lines = 0
      }
      lines += 1
      if (lines <= mostLines) return true
      skipped.set(status, (skipped.get(status) ?? 0) + 1)
      timer ??= setTimeout(tell, began + second - now)
      return false
    },
  }
}
