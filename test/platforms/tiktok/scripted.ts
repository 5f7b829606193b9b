import type { Json } from '../../../src/domain/outcome.ts'
import { type Script, type ScriptedServer, scripted as scriptedPlatform } from '../../harness/scripted.ts'

export const now = 1_790_000_000_000

/** A TikTok with scripted responses. */
export const scripted = (script: Script, files: Readonly<Record<string, Buffer>> = {}): Promise<ScriptedServer> =>
  scriptedPlatform(script, (origin) => ({
    hosts: { api: `${origin}/api`, upload: `${origin}/upload`, web: 'https://www.tiktok.com' },
    settings: {},
    clock: { now: () => now },
    credentials: { accessToken: 'token', refreshToken: null, expiresAt: null, scopes: ['video.list'], extra: {} },
    account: { remoteId: 'open-id', username: 'ada', eligible: false },
    results: { creator: { username: 'ada', off: { comments: false, duets: false, stitches: false } } },
    files,
  }))

export const ok = (data: Json) => ({ body: { data, error: { code: 'ok', message: '', log_id: '1' } } })

/** An error in TikTok's format. */
export const refusing = (status: number, code: string, message = 'No.') => ({
  status,
  body: { data: {}, error: { code, message, log_id: '1' } },
})

const paths = {
  init: '/api/v2/post/publish/video/init/',
  photos: '/api/v2/post/publish/content/init/',
  status: '/api/v2/post/publish/status/fetch/',
  list: '/api/v2/video/list/',
  query: '/api/v2/video/query/',
  put: '/upload/video/',
} as const

export const callOf = (path: string): string =>
  Object.entries(paths).find(([, one]) => one === path)?.[0] ?? path.replace('/api/v2', '')
