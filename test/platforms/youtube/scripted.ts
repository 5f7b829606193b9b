import { MiB } from '../../../src/domain/bytes.ts'
import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

/** In bytes: of what is sent at once. */
export const piece = 8 * MiB

/** A YouTube with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/api`, oauth: `${origin}/oauth`, web: 'https://www.youtube.com' },
    settings: {},
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: [], extra: {} },
    account: { remoteId: 'UCx', username: 'ada', eligible: true },
    files,
  }))

/** An error in Google's format. */
export const refusing = (status: number, reason: string, message = 'No.') => ({
  status,
  body: { error: { code: status, message, errors: [{ message, domain: 'youtube.test', reason }] } },
})
