import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = Date.UTC(2026, 10, 21, 10)

/** A Pinterest with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/api`, web: 'https://www.pinterest.com' },
    app: { clientId: 'app', clientSecret: 'secret' },
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: 'refresh', expiresAt: null, scopes: [], extra: {} },
    account: { remoteId: '11', username: 'acme', eligible: false, boardId: '549' },
    files,
  }))
