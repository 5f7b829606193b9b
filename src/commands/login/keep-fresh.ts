import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuthenticationError } from '@polypost/sdk'
import { minute, second } from '../../domain/time.ts'
import { systemClock } from '../../system/clock.ts'
import { type Login, lockFile, readLogin, writeLogin } from '../client/login-file.ts'
import { askTokens, TokenRefused } from './tokens.ts'

/** A key is renewed when it has so little time left, so that it lasts for the next request. */
const margin = 2 * minute
/** A lock that is older was left by a command that was killed. */
const staleAfter = minute
const pause = second / 10

const isFresh = ({ session }: Login): boolean =>
  session === undefined || session.expires_at - margin > systemClock.now()

/** The login with a key that is still valid. Of several commands at the same time, one renews it for all. */
export async function freshLogin(login: Login): Promise<Login> {
  if (isFresh(login)) return login
  return alone(async () => {
    const current = (await readLogin()) ?? login
    if (current.url !== login.url || current.session === undefined || isFresh(current)) return current
    const next = await renew(current.url, current.session.refresh)
    await writeLogin(next)
    return next
  })
}

const renew = (url: string, refresh: string): Promise<Login> =>
  askTokens(url, { grant_type: 'refresh_token', refresh_token: refresh }).catch((error) => {
    throw error instanceof TokenRefused ? signInAgain(url) : error
  })

/** The SDK passes on only errors of its own. The exit code follows from the kind. */
const signInAgain = (url: string): AuthenticationError =>
  new AuthenticationError({
    status: 401,
    body: {
      status: 'error',
      error: {
        code: 'unauthorized',
        message: `Your sign-in at ${url} has ended. Run “polypost login ${url}” again.`,
        details: [],
      },
      request_id: '',
    },
    requestId: null,
    retryAfter: null,
  })

async function alone<T>(work: () => Promise<T>): Promise<T> {
  const lock = lockFile()
  while (!(await take(lock))) await sleep(pause)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const age = await stat(lock).then(
      ({ mtimeMs }) => systemClock.now() - mtimeMs,
      () => 0,
    )
    if (age > staleAfter) await rm(lock, { force: true })
    return false
  }
}

/** A `fetch` that sends the key that is valid now. Only requests with a key change. */
export function fetchSignedIn(first: Login): typeof fetch {
  let login = first
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (!headers.has('authorization')) return fetch(input, init)
    login = await freshLogin(login)
    headers.set('authorization', `Bearer ${login.key}`)
    const response = await fetch(input, { ...init, headers })
    if (response.status !== 401) return response
    const stored = await readLogin()
    if (stored?.url !== login.url || stored.key === login.key) throw signInAgain(login.url)
    // Another command has renewed it in this moment.
    login = stored
    headers.set('authorization', `Bearer ${login.key}`)
    return fetch(input, { ...init, headers })
  }
}
