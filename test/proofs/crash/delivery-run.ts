import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { happened, type Subject, startAuthor } from './author.ts'
import { chanceOf } from './chance.ts'
import { killTellers } from './delivery-killer.ts'
import { assertAllShown } from './delivery-list.ts'
import { countTold, passTime, readTold } from './delivery-store.ts'
import { judgeTold, type ToldCount } from './delivery-verdict.ts'
import { askedBy, manners, secretOf } from './endpoint-plan.ts'
import { type Endpoints, startEndpoints } from './endpoints.ts'
import { tend } from './killer.ts'
import { gatherPeople, type Person } from './people.ts'
import { type Platforms, startPlatforms } from './platforms.ts'
import { type Service, startService } from './service.ts'
import { countUnfinished } from './stored.ts'
import { sendUntilAnswered } from './submit.ts'

export interface ToldOptions {
  readonly kind: DatabaseKind
  /** At least this number. */
  readonly deliveries: number
  readonly kills: number
  readonly seed: number
  /** Called at every kill with the progress. */
  readonly tell?: (line: string, killed: number) => void
}

export interface ToldResult extends ToldCount {
  readonly kills: number
  readonly brokenOff: number
  readonly takenBack: number
  readonly seconds: number
}

const scale = 30
const people = 3
const workers = 2
/** One post per this number of deliveries is really published. */
const deliveriesPerPost = 40
const glance = 20 // milliseconds
const hourglass = 250 // milliseconds
const longestRest = 300_000 // milliseconds

/** Delivers events while workers are killed, and checks the result against what the endpoints received. */
export async function deliverUnderKills({ kind, ...options }: ToldOptions): Promise<ToldResult> {
  const endpoints = await startEndpoints()
  const platforms = await startPlatforms(scale).catch(async (error) => {
    await endpoints.stop()
    throw error
  })
  try {
    const service = await startService(kind, platforms, { scale, workers })
    try {
      return await runOn({ service, platforms, endpoints }, options)
    } catch (error) {
      const outputs = service.members().map(({ role, output }) => `${role}: ${output().slice(-shownOutput)}`)
      throw new Error(['What the processes said last:', ...outputs].join('\n'), { cause: error })
    } finally {
      await service.stop()
    }
  } finally {
    await endpoints.stop()
    await platforms.stop()
  }
}

const shownOutput = 2_000 // characters of each process

interface Stage {
  readonly service: Service
  readonly platforms: Platforms
  readonly endpoints: Endpoints
}

async function runOn(stage: Stage, options: Omit<ToldOptions, 'kind'>): Promise<ToldResult> {
  const { service, endpoints } = stage
  const { database } = service
  const { deliveries, kills, seed, tell = () => {} } = options
  const begun = performance.now()
  const subjects = await gatherSubjects(stage)
  const [first, ...others] = subjects
  assert.ok(first)
  const author = startAuthor(database, [first, ...others], { chance: chanceOf(seed), deliveries })
  const run = new AbortController()
  const killing = killTellers(service, { kills, deliveries, chance: chanceOf(seed + 1), tell }, run.signal)
  const posting = publish(subjects, endpoints, Math.ceil(deliveries / deliveriesPerPost), run.signal)
  const around = [turnHourglass(service, run.signal), watch(service, run.signal)]
  const all: readonly Promise<unknown>[] = [author.done, killing, posting, ...around]
  try {
    const work = Promise.all([author.done, killing, posting])
    const [{ takenBack, kept }, brokenOff] = await Promise.race([work, failureOf(around)])
    await eventually('everything is told', () => isAtRest(service), Date.now() + longestRest)
    const stored = await readTold(database)
    const writesOutlive = service.kind === 'postgres'
    const count = judgeTold({ stored, ledger: await endpoints.ledger(), brokenOff, writesOutlive })
    await assertAllShown(
      subjects.map(({ ask }) => ask),
      stored,
    )
    assert.equal(stored.events.filter(({ data }) => JSON.parse(data).note === happened).length, kept)
    assert.ok(count.events > kept && count.deliveries >= deliveries, `only ${JSON.stringify(count)}`)
    const seen = new Set(brokenOff.map(({ id, fence }) => `${id} ${fence}`)).size
    assert.ok(takenBack > 0 && seen > 0, `nothing was broken off: ${JSON.stringify({ ...count, takenBack, seen })}`)
    const seconds = Math.round((performance.now() - begun) / 1_000)
    return { ...count, kills, brokenOff: seen, takenBack, seconds }
  } finally {
    run.abort()
    author.stop()
    await Promise.allSettled(all)
  }
}

/** Rejects as soon as one of them does, and never resolves. */
const failureOf = (works: readonly Promise<void>[]): Promise<never> =>
  new Promise((_, reject) => {
    for (const work of works) work.catch(reject)
  })

interface Poster extends Person, Subject {
  readonly name: string
}

/** Users with an endpoint of every behaviour, and a post that most of their events are about. */
async function gatherSubjects({ service, platforms, endpoints }: Stage): Promise<Poster[]> {
  const posters: Poster[] = []
  for (const [number, person] of (await gatherPeople(service, platforms, people)).entries()) {
    const name = `person-${number}`
    for (const manner of manners) {
      const body = { url: endpoints.urlOf(manner, name), events: askedBy[manner], secret: secretOf(name) }
      const { status, text } = await person.ask('POST', '/webhooks', { body })
      assert.equal(status, 200, text)
    }
    const { body } = await person.ask('POST', '/post', { body: { message: 'First.', platforms: ['bluesky'] } })
    const { user_id } = await service.database.read
      .selectFrom('posts')
      .select('user_id')
      .where('id', '=', body.post_id)
      .executeTakeFirstOrThrow()
    posters.push({ ...person, name, postId: body.post_id, userId: user_id })
  }
  return posters
}

/** Posts whose events are caused by publishing; every second one has its own callback URL. */
async function publish(
  posters: readonly Poster[],
  endpoints: Endpoints,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  for (let number = 1; number <= count && !signal.aborted; number += 1) {
    const poster = posters[number % posters.length]
    if (!poster) return
    const webhook_url = number % 2 === 0 ? endpoints.urlOf('flaky', 'callback') : undefined
    const body = { message: `No. ${number}`, platforms: ['x', 'bluesky'], ...(webhook_url && { webhook_url }) }
    const headers = { 'idempotency-key': `no-${number}` }
    const { status, text } = await sendUntilAnswered(poster.ask, 'POST', '/post', { body, headers }, signal)
    assert.equal(status, 200, text)
  }
}

async function turnHourglass({ database }: Service, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await passTime(database)
    await sleep(hourglass)
  }
}

async function watch(service: Service, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    tend(service, { databaseIsKilled: false })
    await sleep(glance)
  }
}

const isAtRest = async ({ database }: Service): Promise<boolean> =>
  (await countUnfinished(database)) === 0 && (await countTold(database)).open === 0

/** The result as a line for people. */
export const lineOf = (result: ToldResult): string =>
  Object.entries(result)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
