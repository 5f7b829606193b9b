import { readFileSync } from 'node:fs'

const about: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Of Polypost, as its package says. */
export const version: string =
  typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown'
