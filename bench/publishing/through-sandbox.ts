import { Agent, request } from 'undici'
import { platforms } from '../../src/platforms/index.ts'
import { jobSlots } from '../../src/queue/due-jobs.ts'
import { instance, sandbox } from '../serve.ts'
import { callsFor, type PlatformCall } from './calls.ts'
import { addJobs, lateness, listAccounts, makeDue } from './jobs.ts'
import type { Place } from './place.ts'
import { addUsers, withStore } from './seed.ts'

/** Enough accounts that none reaches the simulated X's limit of posts in 15 minutes. */
const people = 60

/** The platforms that need one call per post. */
const published = ['x', 'bluesky']

/** Jobs per second published on the simulated platforms, and calls per second of a loop that makes only these calls. */
export interface Publishing {
  readonly ours: () => Promise<number>
  readonly theirs: () => Promise<number>
  readonly stop: () => Promise<void>
}

export async function throughSandbox(place: Place, jobs: number): Promise<Publishing> {
  const simulated = await sandbox(place.env)
  // All calls come from one IP address, and Bluesky counts per address.
  await post(`${simulated.base}/__sandbox/bluesky/settings`, { rateLimits: false })
  const { port } = new URL(simulated.base)
  const env = { ...place.env, POLYPOST_SANDBOX: 'on', POLYPOST_SANDBOX_PORT: port }
  const server = await instance('both', 'platforms', env)
  for (const { key } of await addUsers(place, people, []))
    for (const platform of published)
      await post(`${server.base}/api/v1/connect`, { platform, environment: 'sandbox' }, key)

  const dispatcher = new Agent({ connections: jobSlots })
  return {
    ours: () =>
      withStore(place, async (database) => {
        const after = await addJobs(database, await listAccounts(database), jobs)
        await makeDue(database, after)
        return (jobs / Math.max(...(await lateness(database, after, jobs)))) * 1_000
      }),
    theirs: async () => {
      const calls = await callsFor(place, { platforms, origin: simulated.base, count: jobs })
      const begun = performance.now()
      await Promise.all(Array.from({ length: jobSlots }, (_, slot) => callAll(calls, slot, dispatcher)))
      return (calls.length / (performance.now() - begun)) * 1_000
    },
    stop: async () => {
      await dispatcher.close()
      await server.stop()
      await simulated.stop()
    },
  }
}

async function callAll(calls: readonly PlatformCall[], slot: number, dispatcher: Agent): Promise<void> {
  for (let at = slot; at < calls.length; at += jobSlots) {
    const call = calls[at]
    if (!call) continue
    const { url, headers, body } = call
    const answer = await request(url, { method: 'POST', headers, body, dispatcher })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${text}`)
  }
}

async function post(url: string, body: object, key?: string): Promise<void> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${url}: ${await response.text()}`)
}
