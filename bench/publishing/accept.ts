import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import type { BenchUser } from './seed.ts'

export const callers = 20
export const secondsEach = 2

/** Creates posts of one user after the other, each with its own key; returns the number of accepted posts per second. */
export async function accept(base: string, users: readonly BenchUser[], platforms: readonly string[]): Promise<number> {
  let sent = 0
  const round = randomBytes(4).toString('hex')
  const body = JSON.stringify({ message: 'We are live: come and see what is new.', platforms })
  const result = await autocannon({
    url: `${base}/api/v1/post`,
    connections: callers,
    duration: secondsEach,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const user = users[sent % users.length]
          sent += 1
          const headers = {
            authorization: `Bearer ${user?.key}`,
            'content-type': 'application/json',
            'idempotency-key': `bench-${round}-${sent}`,
          }
          return { ...request, headers, body }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`POST /post: ${result.non2xx} refused, ${result.errors} failed.`)
  return result['2xx'] / result.duration
}
