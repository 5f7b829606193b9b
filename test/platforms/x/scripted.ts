import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

/** An X with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/x/api`, web: `${origin}/x/web` },
    settings: { field_names: 'tweet' },
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: [], extra: {} },
    account: { remoteId: '11', username: 'ada', eligible: false },
    files,
  }))
