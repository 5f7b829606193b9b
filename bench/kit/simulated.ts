import type { Bench } from './bench.ts'
import type { InstanceData } from './instance-data.ts'
import { addUsers, type BenchUser } from './seed.ts'
import { instance, type Server, sandbox } from './servers.ts'

export interface SimulatedInstance {
  readonly server: Server
  readonly simulated: Server
  readonly users: readonly BenchUser[]
}

interface SimulatedOptions {
  readonly people: number
  readonly published: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The service with people who have accounts on simulated platforms, which run in a process of their own. */
export async function startSimulated(
  bench: Bench,
  data: InstanceData,
  { people, published, env = {} }: SimulatedOptions,
): Promise<SimulatedInstance> {
  const simulated = await sandbox(data.env)
  bench.atEnd(simulated.stop)
  for (const platform of ['x', 'bluesky'])
    await post(`${simulated.base}/__sandbox/${platform}/settings`, { rateLimits: false })
  const { port } = new URL(simulated.base)
  const on = { POLYPOST_SANDBOX: 'on', POLYPOST_SANDBOX_PORT: port }
  const server = await instance('both', 'platforms', { ...data.env, ...on, ...env })
  bench.atEnd(server.stop)
  const users = await addUsers(data, people, [])
  for (const { key } of users)
    for (const platform of published)
      await post(`${server.base}/api/v1/connect`, { platform, environment: 'sandbox' }, { key })
  return { server, simulated, users }
}

export async function post(
  url: string,
  body: object,
  { key, idempotencyKey }: { readonly key?: string; readonly idempotencyKey?: string } = {},
): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key && { authorization: `Bearer ${key}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${url}: ${await response.text()}`)
}
