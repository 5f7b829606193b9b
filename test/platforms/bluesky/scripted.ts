import {
  type Reply,
  type ScriptedCall,
  type ScriptedServer,
  scripted as scriptedPlatform,
} from '../../harness/scripted.ts'

/** The server's responses, by method and path; a list is used up one by one, and its last entry repeats. */
export type Script = Readonly<Record<string, Reply | readonly Reply[] | ((asked: ScriptedCall) => Reply)>>

export const home = { did: 'did:plc:abc', handle: 'alice.test', appPassword: 'abcd-efgh-ijkl-mnop' }

/** The documented hosts on one scripted server, each with its own path. */
export function scripted(script: (origin: string) => Script): Promise<ScriptedServer> {
  const times = new Map<string, number>()
  return scriptedPlatform(
    (asked, _, origin) => {
      const { call } = asked
      const time = times.get(call) ?? 0
      times.set(call, time + 1)
      const entry = script(origin)[call] ?? refusedWith(501, 'NoSuchCall', call)
      const replies = typeof entry === 'function' ? [entry(asked)] : [entry].flat()
      return replies[Math.min(time, replies.length - 1)] ?? {}
    },
    (origin) => ({
      hosts: Object.fromEntries(
        ['entryway', 'plc', 'appview', 'video', 'web'].map((name) => [name, `${origin}/${name}`]),
      ),
      credentials: {
        accessToken: 'access',
        refreshToken: 'refresh',
        expiresAt: null,
        scopes: [],
        extra: { ...home, pds: `${origin}/pds` },
      },
      account: { remoteId: home.did, username: home.handle, eligible: false },
    }),
  )
}

export const refusedWith = (status: number, error: string, message = 'Words.'): Reply => ({
  status,
  body: { error, message },
})

/** The calls in their order. */
export const calls = (asked: readonly ScriptedCall[]): string[] => asked.map(({ call }) => call.replace('/xrpc/', ' '))
