import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const require = createRequire(import.meta.url)

/** Database errors contain rows and parameters; only the safe parts of an error are logged. */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: safeError(error.cause) }),
  }
}

export function createLog({ level, pretty }: { level: string; pretty: boolean }): Log {
  const destination = pretty ? forPeople() : null
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError } },
    ...(destination ? [destination] : []),
  )
}

/** Loaded only where a person reads the log. */
function forPeople(): DestinationStream {
  const { PinoPretty }: typeof import('pino-pretty') = require('pino-pretty')
  return PinoPretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l', sync: true })
}
