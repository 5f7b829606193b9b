import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startHttp } from '../../test/harness/servers/http-server.ts'
import { lookAt } from '../../test/harness/simulated.ts'
import { largeFilm, noise } from '../../test/media/fixtures.ts'
import { tested, testedNames } from '../../test/platforms/index.ts'
import { nextAction, type SoakFixtures } from './actions.ts'
import { newPerson, type Person, type Statuses } from './person.ts'

const people = 8
/** People act at the same time. */
const lanes = 6
const longestPause = 300 // milliseconds between two actions of a lane
const streamsEach = 3
const longestStream = 60_000 // milliseconds

export interface Load {
  readonly actions: () => number
  readonly statuses: Statuses
  /** Actions that failed in an unexpected way, by their message. */
  readonly faults: ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

/** Mixed use of everything, from a process that is not measured. */
export async function startLoad(base: string, sandbox: string): Promise<Load> {
  const platforms = lookAt(sandbox)
  for (const name of testedNames) {
    const { settings } = tested[name].crash
    if (settings) await platforms.settings(name, settings)
  }
  const statuses: Statuses = new Map()
  const persons = await Promise.all(Array.from({ length: people }, (_, at) => newPerson(base, platforms, statuses, at)))
  const files = await pictures()
  const origin = await startHttp((request, response) => {
    request.resume()
    if (request.url === '/hook') response.writeHead(Math.random() < 0.9 ? 204 : 500).end()
    else {
      const [type, bytes] = files[Number(request.url?.slice(1))] ?? ['text/plain', Buffer.from('no file')]
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes)
    }
  })
  for (const { ask } of persons) await ask('POST', '/webhooks', { body: { url: `${origin.origin}/hook` } })
  const comment: SoakFixtures['comment'] = (platform, postId) =>
    platforms.comment(platform, postId, { author: 'Ben', message: `Nice ${Math.random()}!` }).catch(() => null)
  const fixtures: SoakFixtures = { files, film: Buffer.from(largeFilm()), origin: origin.origin, comment }

  let count = 0
  let stopped = false
  const faults = new Map<string, number>()
  const act = async (lane: number) => {
    for (let at = lane; !stopped; at += 1) {
      await nextAction()
        .run(persons[at % people] ?? nobody(), fixtures)
        .catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          faults.set(message, (faults.get(message) ?? 0) + 1)
        })
      count += 1
      await sleep(Math.random() * longestPause)
    }
  }
  const acting = Array.from({ length: lanes }, (_, lane) => act(lane))
  const streams = persons.flatMap((person) => Array.from({ length: streamsEach }, () => follow(base, person)))
  return {
    actions: () => count,
    statuses,
    faults,
    stop: async () => {
      stopped = true
      for (const stream of streams) stream.stop()
      await Promise.all(acting)
      await origin.stop()
    },
  }
}

const nobody = (): Person => {
  throw new Error('There is nobody.')
}

async function pictures(): Promise<SoakFixtures['files']> {
  return [
    ['image/png', Buffer.from(await noise(900, 700).png().toBuffer())],
    ['image/jpeg', Buffer.from(await noise(2_400, 1_800).jpeg().toBuffer())],
    ['image/webp', Buffer.from(await noise(1_600, 1_200).webp().toBuffer())],
    ['image/jpeg', Buffer.from(await noise(640, 640).jpeg().toBuffer())],
    ['image/gif', Buffer.from(await noise(300, 300).gif().toBuffer())],
  ]
}

/** Follows the events of a user, with a new connection from time to time. */
function follow(base: string, { key }: Person): { readonly stop: () => void } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let request: ReturnType<typeof get> | undefined
  const open = () => {
    if (stopped) return
    request = get(
      `${base}/api/v1/events/stream`,
      { agent: false, headers: { authorization: `Bearer ${key}` } },
      (response) => response.on('error', () => {}).resume(),
    ).on('error', () => {})
    request.once('close', () => {
      clearTimeout(timer)
      timer = setTimeout(open, 100)
    })
    timer = setTimeout(() => request?.destroy(), Math.random() * longestStream)
  }
  open()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      request?.destroy()
    },
  }
}
