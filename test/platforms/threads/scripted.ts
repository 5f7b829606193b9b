import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

/** A Threads with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { graph: `${origin}/graph`, auth: `${origin}/auth`, web: 'https://www.threads.com' },
    settings: { version: 'v1.0' },
    app: { clientId: 'app', clientSecret: 'secret' },
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: [], extra: {} },
    account: { remoteId: '17841400000000001', username: 'ada', eligible: false },
    files,
  }))

/** An error in the format of the Graph API. */
export const refusal = (code: number, subcode?: number, message = 'No.') => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A' } },
})
