import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Content } from '../../src/domain/content.ts'
import type { JobError } from '../../src/domain/job-error.ts'
import type { Json, Outcome, PublishedPost } from '../../src/domain/outcome.ts'
import type { PlannedStep } from '../../src/domain/plan.ts'
import { toJpeg } from '../../src/media/convert/image.ts'
import { memorySource, probe } from '../../src/media/probe/probe.ts'
import { stripJpeg } from '../../src/media/strip.ts'
import { createHttpClient, OutboundFault } from '../../src/outbound/http-client.ts'
import type { Action } from '../../src/platforms/shared/action.ts'
import type { Identity } from '../../src/platforms/shared/connect.ts'
import type { Credentials, Hosts, StepContext } from '../../src/platforms/shared/context.ts'
import type { Live } from '../../src/platforms/shared/live.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { randomFraction } from '../../src/system/random.ts'

/** The content to publish. */
export interface Post {
  readonly text: string
  readonly media?: readonly { readonly bytes: Uint8Array; readonly altText?: string }[]
  readonly comments?: readonly string[]
  readonly options?: Content['options']
}

export type Result =
  | { readonly status: 'completed'; readonly post: PublishedPost; readonly comments: readonly PublishedPost[] }
  | { readonly status: 'failed'; readonly error: JobError }

/** A person who has signed in. */
export interface ConnectedPublisher {
  readonly identity: Identity
  credentials: Credentials
}

/** Calls a platform as the worker does, but stores nothing: it tests the adapter alone. */
export interface Publisher {
  /** Rejects with the platform's message if the login is refused. */
  readonly connect: (handle: string, password: string) => Promise<ConnectedPublisher>
  /** `twice`: sends everything visible a second time, as if the first result were unknown. */
  readonly publish: (as: ConnectedPublisher, post: Post, options?: { readonly twice?: boolean }) => Promise<Result>
}

class Failed extends Error {
  readonly error: JobError

  constructor(error: JobError, message: string) {
    super(`${error}: ${message}`)
    this.error = error
  }
}

const maxTries = 8
const retryPause = 50 // milliseconds

export function createPublisher(live: Live, hosts: Hosts): Publisher {
  const context = {
    http: createHttpClient({ exceptions: ['127.0.0.0/8'] }),
    hosts,
    settings: Object.fromEntries(Object.entries(live.settings ?? {}).map(([name, { fallback }]) => [name, fallback])),
    app: null,
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
  }

  async function connect(handle: string, password: string): Promise<ConnectedPublisher> {
    assert.equal(live.connect.kind, 'password')
    const login = await live.connect.login({ handle, app_password: password }, context)
    if (login.type === 'refused') throw new Error(login.message)
    const { credentials } = login
    const [identity] = await live.discover({ ...context, credentials })
    assert.ok(identity, 'nobody to publish as')
    return { identity, credentials }
  }

  async function renew(as: ConnectedPublisher): Promise<void> {
    const renewal = await live.refresh({ ...context, credentials: as.credentials }).catch(outcomeOfThrown(false))
    if (renewal.type === 'renewed') as.credentials = renewal.credentials
    else if (renewal.type === 'refused') throw new Failed(renewal.error, renewal.message)
  }

  async function publish(as: ConnectedPublisher, post: Post, { twice = false } = {}): Promise<Result> {
    const { content, files } = await contentOf(post)
    const plan = live.plan(content, as.identity, { now: systemClock.now(), fraction: randomFraction })
    const results = new Map<string, Json>()
    const visible: PublishedPost[] = []
    const bytesOf = (file: string) => files.get(file) ?? assert.fail(`no file ${file}`)

    async function take(step: PlannedStep): Promise<Done> {
      const action = live.actions[step.action]
      assert.ok(action, `no action ${step.action}`)
      let saved: Json = null
      const stepContext = (): StepContext => ({
        ...context,
        credentials: as.credentials,
        account: as.identity,
        read: async function* ({ file }, { start, end } = { start: 0 }) {
          yield bytesOf(file).subarray(start, end)
        },
        readImage: async ({ file }) => stripJpeg(Buffer.from(bytesOf(file))),
        jpegOf: async ({ file }, limits) => (await toJpeg(memorySource(bytesOf(file)), limits)).bytes,
        hostImage: async () => assert.fail('nothing is fetched from here'),
        result: <T extends z.ZodType>(name: string, schema: T) => schema.parse(results.get(name) ?? null),
        saved,
        save: async (state) => {
          saved = state
        },
      })
      for (let tries = 0; tries < maxTries; tries += 1) {
        const outcome = await tried(action, step, stepContext)
        if (outcome.type === 'done') return outcome
        if (outcome.type === 'rejected' || outcome.type === 'reconnect')
          throw new Failed(outcome.error, outcome.message)
        if (outcome.type === 'expired') await renew(as)
        else await sleep(outcome.type === 'wait' ? outcome.pause : retryPause)
      }
      throw new Failed('platform_unavailable', `${step.name} came to nothing`)
    }

    /** Follow-ups may fail: the post exists anyway. */
    async function taken(step: PlannedStep): Promise<Done | null> {
      const { kind, doubt } = live.actions[step.action] ?? assert.fail(`no action ${step.action}`)
      try {
        const done = await take(step)
        return twice && doubt ? await take(step) : done
      } catch (error) {
        if (error instanceof Failed && kind === 'follow_up') return null
        throw error
      }
    }

    try {
      for (const step of plan) {
        const done = await taken(step)
        results.set(step.name, done?.result ?? null)
        if (done?.published) visible.push(done.published)
      }
    } catch (error) {
      if (error instanceof Failed) return { status: 'failed', error: error.error }
      throw error
    }
    const [first, ...comments] = visible
    assert.ok(first, 'nothing was published')
    return { status: 'completed', post: first, comments }
  }

  return { connect, publish }
}

type Done = Extract<Outcome, { type: 'done' }>

/** Performs a step. If its result is unknown, asks the platform. */
async function tried(action: Action, { input }: PlannedStep, context: () => StepContext): Promise<Outcome> {
  const outcome = await action.perform(input, context()).catch(outcomeOfThrown(action.doubt !== undefined))
  if (outcome.type !== 'unknown') return outcome
  assert.ok(action.doubt, 'in doubt about what can’t be')
  const presence = await action.doubt.reconcile(input, context())
  if (presence.type === 'found') return { ...presence, type: 'done' }
  if (presence.type === 'cannot_tell') throw new Error(presence.message)
  if (presence.type !== 'absent') return presence
  assert.ok(action.doubt.repeatable(input), 'it must not be sent again')
  return { type: 'retry', error: 'platform_unavailable', message: 'It is not there.' }
}

const outcomeOfThrown =
  (inDoubt: boolean) =>
  (error: unknown): { type: 'unknown'; message: string } | { type: 'retry'; error: JobError; message: string } => {
    if (!(error instanceof OutboundFault)) throw error
    const { message } = error
    return inDoubt && error.sent
      ? { type: 'unknown', message }
      : { type: 'retry', error: 'platform_unavailable', message }
  }

/** A file as the media host and the use case store it. */
async function contentOf({ text, media = [], comments = [], options = {} }: Post) {
  const files = new Map(media.map(({ bytes }, index) => [`file${index}`, bytes]))
  const content: Content = {
    postType: 'post',
    text,
    comments,
    options,
    media: await Promise.all(
      media.map(async ({ bytes, altText = null }, index) => ({
        file: `file${index}`,
        url: `https://media.example/file${index}`,
        facts: await probe(memorySource(bytes)),
        altText,
        thumbnail: null,
      })),
    ),
  }
  return { content, files }
}
