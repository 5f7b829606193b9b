import type { Client, Reply } from '../../test/harness/client.ts'
import type { lookAt } from '../../test/harness/simulated.ts'
import { testedNames } from '../../test/platforms/index.ts'
import { unlimited } from '../../test/platforms/needs.ts'
import { key as ownerKey } from '../kit/servers.ts'

/** A user with an account on each platform. */
export interface Person {
  readonly key: string
  readonly ask: Client
  readonly profileId: string
}

/** How many responses had each status. */
export type Statuses = Map<number, number>

/** Unlike the client of the tests it checks nothing, because that would cost more than the service itself. */
const clientOf =
  (base: string, key: string, statuses: Statuses): Client =>
  async (method, path, { body, raw, headers = {}, key: other = key } = {}): Promise<Reply> => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${other}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

export async function newPerson(
  base: string,
  platforms: ReturnType<typeof lookAt>,
  statuses: Statuses,
  number: number,
): Promise<Person> {
  const owner = clientOf(base, ownerKey, statuses)
  const email = `person-${number}@example.com`
  const user = (await owner('POST', '/admin/users', { body: { email, plan_id: 4 } })).body.data
  const made = await owner('POST', `/admin/users/${user.id}/keys`, {
    body: { name: 'soak', scopes: ['read', 'write'] },
  })
  const { key } = made.body.data
  const ask = clientOf(base, key, statuses)
  for (const name of testedNames) await platforms.connect(ask, name, unlimited(name, `person-${number}`))
  return { key, ask, profileId: user.default_profile_id }
}
