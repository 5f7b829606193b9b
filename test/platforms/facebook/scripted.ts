import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

/** A Facebook with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: {
      graph: `${origin}/graph`,
      video: `${origin}/video`,
      upload: `${origin}/upload`,
      web: 'https://www.facebook.com',
    },
    settings: { version: 'v25.0', hidden_first: 'none' },
    app: { clientId: 'app', clientSecret: 'secret' },
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: [], extra: {} },
    account: { remoteId: '11', username: 'cafe', eligible: false },
    files,
  }))

export const graphError = (code: number, more: object = {}) => ({
  error: { message: `(#${code}) No.`, type: 'OAuthException', code, fbtrace_id: 'A', ...more },
})
