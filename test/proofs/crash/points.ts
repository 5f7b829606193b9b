import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import { listCallbacks } from '../../../src/store/deliveries/deliveries.ts'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import type { JobRow } from '../../../src/store/jobs/jobs.ts'
import { isDrawn } from '../../harness/drawn.ts'
import { eventually } from '../../harness/eventually.ts'
import { readJob } from '../../harness/posts.ts'
import { type ReceivedRequest, startReceiver } from '../../harness/servers/receiver.ts'
import { tested, testedNames } from '../../platforms/index.ts'
import { isUnthreaded, unlimited } from '../../platforms/needs.ts'
import type { Point } from '../../platforms/shared/points.ts'
import type { Member } from './member.ts'
import { type Platforms, startPlatforms } from './platforms.ts'
import { acceptPoints, deliverPoints } from './point-list.ts'
import { type MakePost, type PostRequest, preparePosts } from './point-posts.ts'
import { type Service, startService } from './service.ts'
import { isAtRest, jobsOf } from './stored.ts'
import { sendUntilAnswered } from './submit.ts'

const scale = 20

interface Stage {
  readonly platforms: Platforms
  readonly service: Service
  readonly make: MakePost
}

/**
 * One platform with idempotency keys, one that detects duplicates, one with containers. Their commits are killed on both
 * databases, because that is where a post could be published twice.
 */
const throughout = ['bluesky', 'x', 'instagram']

/** The steps of a job do not depend on the database, so most points are reached on one of them (isDrawn). */
const isKilledOn =
  (kind: DatabaseKind, platform: string) =>
  ({ at, post }: Point): boolean =>
    (throughout.includes(platform) && at.startsWith('publish.commit')) || isDrawn(kind, `${platform} ${post} ${at}`)

/** Enough to notice at once that something is very wrong. */
export const fewPoints: readonly string[] = [
  'accept.stored',
  'bluesky publish.commit.answered',
  'x publish.commit.sent#2',
  'deliver.answered',
]

/**
 * Kills the process once at each crash point of a post, or only at the named ones, starts another process, and
 * counts the visible posts. A crash point of a job starts with the platform's name.
 */
export function crashAtPoints(kind: DatabaseKind, named?: readonly string[]): void {
  const isChosen = (point: string) => named === undefined || named.includes(point)
  describe(`on ${kind}`, () => {
    let stage: Stage | undefined
    const onStage = (run: (stage: Stage) => Promise<void>) => async () => {
      assert.ok(stage, 'the stage is not set')
      await run(stage)
    }
    before(async () => {
      const platforms = await startPlatforms(scale)
      try {
        stage = await setStage(kind, platforms, named ? ['x', 'bluesky'] : testedNames)
      } catch (error) {
        await platforms.stop()
        throw error
      }
    })
    after(async () => {
      await stage?.service.stop()
      await stage?.platforms.stop()
    })

    for (const at of acceptPoints.filter(isChosen))
      test(
        `killed at ${at}, a post that is sent again is accepted once and published once`,
        onStage(async (on) => {
          const asked = on.make(at, 'text', ['x', 'bluesky'])
          const jobs = await killAndRecover(on, apiOf(on.service), at, asked)
          assert.equal(jobs.length, 2)
          for (const job of jobs) await assertPublished(on, job, asked)
        }),
      )

    for (const platform of testedNames)
      for (const { at, post, ends } of tested[platform].crash.points.filter(
        (point) => named?.includes(`${platform} ${point.at}`) ?? isKilledOn(kind, platform)(point),
      ))
        test(
          `${platform}, ${post}: killed at ${at}, ${endings[ends ?? 'published']}`,
          onStage(async (on) => {
            const asked = on.make(`${platform} ${post} ${at}`, post, [platform])
            const before = post === 'twin' ? await publishBefore(on, asked) : null
            const [job, ...others] = await killAndRecover(on, workerOf(on.service), at, asked)
            assert.ok(job && others.length === 0)
            if (ends === 'in doubt') await assertInDoubt(on, job, asked)
            else if (ends === 'refused') assert.deepEqual([job.status, job.error], ['failed', 'duplicate_content'])
            else await assertPublished(on, job, asked)
            if (before) await assertPublished(on, before, asked)
          }),
        )

    for (const { at, heard, brokenOff } of deliverPoints.filter((point) => isChosen(point.at)))
      test(
        `killed at ${at}, the end of a post is still reported, with the same event ID and in the same words`,
        onStage(async (on) => {
          const receiver = await startReceiver()
          try {
            const asked = { ...on.make(at, 'text', ['bluesky']), webhook_url: receiver.url }
            const [job] = await killAndRecover(on, workerOf(on.service), at, asked)
            const errors = await untilDelivered(on, job?.post_id ?? 0)
            // On a busy machine a response may be too late, and the request is repeated.
            const inTime = errors.filter((error) => error !== 'timeout')
            assert.deepEqual(inTime, brokenOff ? ['worker_interrupted', null] : [null])
            const repeated = receiver.received.length - heard
            assert.ok(repeated >= 0 && repeated <= errors.length - inTime.length, `${receiver.received.length} heard`)
            assert.equal(new Set(receiver.received.map(wordsOf)).size, 1)
          } finally {
            await receiver.stop()
          }
        }),
      )
  })
}

const endings = {
  published: 'the post and each of its comments are published once',
  refused: 'what the account has published before is not taken for it',
  'in doubt': 'nothing is published, and a person is asked',
} as const satisfies Record<NonNullable<Point['ends']> | 'published', string>

async function setStage(kind: DatabaseKind, platforms: Platforms, names: readonly string[]): Promise<Stage> {
  const service = await startService(kind, platforms, { scale, workers: 1 })
  try {
    for (const name of names) await platforms.connect(service.owner, name, unlimited(name, 'ana'))
    return { platforms, service, make: await preparePosts(service.owner) }
  } catch (error) {
    await service.stop()
    throw error
  }
}

const memberOf = ({ members }: Service, isIt: (member: Member) => boolean): Member => {
  const found = members().find(isIt)
  assert.ok(found)
  return found
}
const apiOf = (service: Service) => memberOf(service, ({ role }) => role !== 'worker')
const workerOf = (service: Service) => memberOf(service, ({ role }) => role !== 'api')

/** The same text, published by another job of the account. */
async function publishBefore({ service }: Stage, asked: PostRequest): Promise<JobRow> {
  const { status, body, text } = await service.owner('POST', '/post', { body: asked })
  assert.equal(status, 200, text)
  const [job] = await untilAtRest(service, body.post_id)
  assert.ok(job)
  return job
}

/** Kills a process during a post, and returns the post's jobs when another process has nothing left to do for it. */
async function killAndRecover(
  { service }: Stage,
  member: Member,
  at: string,
  asked: PostRequest & { webhook_url?: string },
): Promise<JobRow[]> {
  await member.arm(at)
  const headers = { 'idempotency-key': asked.message.replaceAll(' ', '-') }
  const accepted = sendUntilAnswered(service.owner, 'POST', '/post', { body: asked, headers }).then(
    ({ status, body, text }) => {
      assert.equal(status, 200, text)
      return body.post_id
    },
  )
  const died = eventually(`the process passes ${at}, and dies`, member.hasEnded)
  // If the API process died, the post is accepted only when another one runs.
  const [postId] = await Promise.all([accepted, died.then(() => service.replace(member))])
  return untilAtRest(service, postId)
}

const untilAtRest = ({ database }: Service, postId: number): Promise<JobRow[]> =>
  eventually('nothing is left to do for the post', async () => {
    const jobs = await jobsOf(database, [postId])
    return jobs.every(isAtRest) && jobs
  })

/** The attempts to report the end of the post, after it was delivered; null is the successful one. */
const untilDelivered = ({ service }: Stage, postId: number) =>
  eventually('it is delivered', async () => {
    const [delivery] = await listCallbacks(service.database.read, [postId])
    return delivery?.status === 'delivered' && delivery.history.map(({ error }) => error)
  })

const wordsOf = ({ body: { event, event_id, data } }: ReceivedRequest): string =>
  JSON.stringify([event, event_id, data])

async function assertPublished({ platforms, service }: Stage, job: JobRow, asked: PostRequest): Promise<void> {
  assert.equal(job.status, 'completed', `${job.failed_reason}`)
  const ledger = await platforms.posts(job.platform)
  const chain = [asked.message, ...asked.comments_under_post].map((text) => only(text, ledger))
  const [post] = chain
  assert.equal(job.platform_post_id, post?.id)
  assert.equal(post?.media_count, asked.media.length)
  const answered = isUnthreaded(job.platform)
    ? chain.slice(1).map(() => post?.id)
    : chain.slice(0, -1).map(({ id }) => id)
  assert.deepEqual(
    chain.map(({ reply_to }) => reply_to),
    [null, ...answered],
  )
  const read = await readJob({ ask: service.owner }, job.id)
  assert.deepEqual([read.status, read.platform_post_id], [job.status, job.platform_post_id])
  // Some platforms do not accept the alternative text, or the type of the image, and warn about it beforehand.
  const toldBefore = ['alt_text_unsupported', 'media_converted']
  assert.deepEqual(
    job.warnings.filter(({ code }) => !toldBefore.includes(code)),
    [],
  )
}

function only(text: string, ledger: readonly LedgerPost[]): LedgerPost {
  const [found, ...others] = ledger.filter((post) => post.text === text)
  assert.ok(found, `“${text}” was never published`)
  assert.equal(others.length, 0, `“${text}” was published ${1 + others.length} times`)
  return found
}

async function assertInDoubt({ platforms }: Stage, job: JobRow, asked: PostRequest): Promise<void> {
  assert.deepEqual([job.status, job.action?.code], ['action_required', 'outcome_unknown'])
  const texts = [asked.message, ...asked.comments_under_post]
  const found = (await platforms.posts(job.platform)).filter(({ text }) => texts.includes(text))
  assert.deepEqual(found, [])
}
