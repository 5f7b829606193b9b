import { Agent, request } from 'undici'
import { openCredentials } from '../../src/accounts/credentials.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { findProfileAccount } from '../../src/store/accounts/accounts.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { randomFraction } from '../../src/system/random.ts'
import type { InstanceData } from '../kit/instance-data.ts'
import { listAccounts } from '../kit/jobs.ts'
import { openData } from '../kit/seed.ts'

/** A call to a platform, as its adapter makes it. */
export interface PlatformCall {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

class Captured extends Error {}

/** The calls that would publish this number of posts on the simulated platforms, one account after the other. */
export async function callsFor(
  data: InstanceData,
  { platforms, origin, count }: { platforms: readonly Platform[]; origin: string; count: number },
): Promise<PlatformCall[]> {
  const { database, sealer, close } = await openData(data)
  try {
    const accounts = await listAccounts(database)
    const rows = await Promise.all(
      accounts.map(({ profileId, platform }) => findProfileAccount(database.read, profileId, platform)),
    )
    const calls: PlatformCall[] = []
    for (let number = 0; number < count; number += 1) {
      const row = rows[number % rows.length]
      const platform = platforms.find(({ name }) => name === row?.platform)
      const credentials = row && openCredentials(sealer, row)
      if (!row || !platform?.live || !credentials) throw new Error('There is no connected account for these calls.')
      calls.push(await commitOf(platform.name, platform.live, origin, number, { row, credentials }))
    }
    return calls
  } finally {
    await close()
  }
}

type Live = NonNullable<Platform['live']>
type Row = NonNullable<Awaited<ReturnType<typeof findProfileAccount>>>
type Credentials = NonNullable<ReturnType<typeof openCredentials>>

const log = createLog({ level: 'silent', pretty: false })

async function commitOf(
  name: string,
  live: Live,
  origin: string,
  number: number,
  { row, credentials }: { row: Row; credentials: Credentials },
): Promise<PlatformCall> {
  const account = { remoteId: row.remote_id, username: row.username, eligible: false }
  const text = `We are live: come and see what is new. Bare ${number} of ${systemClock.now()}.`
  const content = { postType: 'post', text, media: [], comments: [], options: {} }
  const [commit] = live.plan(content, account, { now: systemClock.now() + number, fraction: randomFraction })
  const calls: PlatformCall[] = []
  const request: Parameters<Live['refresh']>[0]['http']['request'] = async ({ method, url, headers, body }) => {
    calls.push({ method, url: String(url), headers: headers ?? {}, body: String(body) })
    throw new Captured()
  }
  const context = {
    http: { request },
    hosts: Object.fromEntries(Object.keys(live.hosts).map((host) => [host, `${origin}/${name}/${host}`])),
    settings: Object.fromEntries(Object.entries(live.settings ?? {}).map(([key, { fallback }]) => [key, fallback])),
    app: null,
    clock: systemClock,
    log,
    credentials,
    account,
    read: () => {
      throw new Error('There is no media here.')
    },
    readImage: () => Promise.reject(new Error('There is no media here.')),
    jpegOf: () => Promise.reject(new Error('There is no media here.')),
    hostImage: () => Promise.reject(new Error('There is no media here.')),
    result: () => {
      throw new Error('There is no step before it.')
    },
    saved: null,
    save: async () => {},
  }
  await live.actions[commit?.action ?? '']?.perform(commit?.input ?? null, context).catch((error: unknown) => {
    if (!(error instanceof Captured)) throw error
  })
  const [call] = calls
  if (!call) throw new Error(`${name} made no call.`)
  return call
}

/** Makes these calls over kept connections, this number at once, and does nothing else. */
export async function callAll(calls: readonly PlatformCall[], atOnce: number): Promise<void> {
  const dispatcher = new Agent({ connections: atOnce })
  let next = 0
  async function callOn(): Promise<void> {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const { url, headers, body } = call
      const answer = await request(url, { method: 'POST', headers, body, dispatcher })
      const text = await answer.body.text()
      if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, callOn))
  await dispatcher.close()
}
