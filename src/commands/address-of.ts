import type { Config } from '../app/config.ts'

/** Where an instance with these settings is reached from its own machine. */
export function addressOf({ host, port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
