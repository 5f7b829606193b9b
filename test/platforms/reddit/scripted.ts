import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = Date.UTC(2026, 10, 21, 10)

/** A Reddit with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/api`, web: `${origin}/web` },
    settings: { operator: 'ada_runs' },
    app: { clientId: 'app', clientSecret: 'secret' },
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: 'refresh', expiresAt: null, scopes: ['history'], extra: {} },
    account: { remoteId: '4cixf', username: 'ada', eligible: false },
    files,
  }))
