import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import { version } from './version.ts'

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

interface LogOptions {
  readonly level: string
  readonly pretty: boolean
  /** Of this process; it is in each line, with the version. */
  readonly role?: string
}

export function createLog({ level, pretty, role }: LogOptions): Log {
  const destination = pretty ? forPeople() : null
  return pino(
    {
      level,
      base: role === undefined ? null : { role, version },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: safeError },
    },
    ...(destination ? [destination] : []),
  )
}

/** Loaded only where a person reads the log. */
function forPeople(): DestinationStream {
  const { PinoPretty }: typeof import('pino-pretty') = require('pino-pretty')
  return PinoPretty({ ignore: 'pid,hostname,role,version', translateTime: 'SYS:HH:MM:ss.l', sync: true })
}
