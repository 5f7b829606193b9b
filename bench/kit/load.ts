import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import type { RoundResult } from './compare.ts'
import type { BenchUser } from './seed.ts'

export const callers = 20

interface Load {
  readonly url: string
  readonly seconds: number
  readonly requests: autocannon.Request[]
  /** The milliseconds of each response are added to it. */
  readonly times?: number[]
}

/** Requests over so many connections for this time. All of them must succeed. */
function load({ url, seconds, requests, times }: Load): Promise<RoundResult> {
  return new Promise((resolve, reject) => {
    const run = autocannon({ url, connections: callers, duration: seconds, requests }, (error, result) => {
      if (error) reject(error)
      else if (result.non2xx + result.errors > 0)
        reject(new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed.`))
      else resolve({ count: result['2xx'], milliseconds: result.duration * 1_000 })
    })
    if (times) run.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
}

const bearer = (user: BenchUser | undefined) => ({ authorization: `Bearer ${user?.key}` })

/** `GET /profiles` of one user after the other. */
export function readProfiles(base: string, users: readonly BenchUser[], seconds: number): Promise<RoundResult> {
  let sent = 0
  const setupRequest = (request: autocannon.Request) => ({ ...request, headers: bearer(users[sent++ % users.length]) })
  return load({ url: `${base}/api/v1/profiles`, seconds, requests: [{ method: 'GET', setupRequest }] })
}

/** Creates posts of one user after the other, each with its own key. */
export function accept(
  base: string,
  users: readonly BenchUser[],
  { seconds, post, times }: { readonly seconds: number; readonly post: object; readonly times?: number[] },
): Promise<RoundResult> {
  let sent = 0
  const round = randomBytes(4).toString('hex')
  const body = JSON.stringify({ message: 'We are live: come and see what is new.', ...post })
  const setupRequest = (request: autocannon.Request) => {
    const user = users[sent % users.length]
    sent += 1
    const headers = {
      ...bearer(user),
      'content-type': 'application/json',
      'idempotency-key': `bench-${round}-${sent}`,
    }
    return { ...request, headers, body }
  }
  return load({
    url: `${base}/api/v1/post`,
    seconds,
    requests: [{ method: 'POST', setupRequest }],
    ...(times && { times }),
  })
}
