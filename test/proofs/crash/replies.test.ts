import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { DatabaseKind } from '../../../src/store/engine/database.ts'
import { type Client, createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { createPost, readJob } from '../../harness/posts.ts'
import { startSimulated } from '../../harness/simulated.ts'
import { setStage } from '../../harness/stage.ts'

/** Where the process is killed during a reply, and how often the reply is visible afterwards. */
interface Point {
  readonly at: string
  readonly visible: 0 | 1
  /** Where the next process, which checks the reply, is killed as well. */
  readonly next?: string
}

const points: readonly Point[] = [
  { at: 'reply.begun', visible: 0 },
  { at: 'reply.sent', visible: 1 },
  { at: 'reply.answered', visible: 1 },
  { at: 'reply.stored', visible: 1 },
  { at: 'reply.begun', visible: 0, next: 'reply.asked' },
  { at: 'reply.sent', visible: 1, next: 'reply.asked' },
]

const scale = '60'

onEachDatabase((kind) => {
  for (const point of points)
    test(`killed at ${point.at}${point.next ? ` and at ${point.next}` : ''}, a reply that is sent again is posted once`, (t) =>
      killed(t, kind, 'facebook', point))
  // A reply on Threads creates a container, asks whether it is ready, and publishes it.
  test('killed between the three calls of a reply, and after them, it is posted once', async (t) => {
    await killed(t, kind, 'threads', { at: 'reply.sent', visible: 0 })
    await killed(t, kind, 'threads', { at: 'reply.sent#2', visible: 0 })
    await killed(t, kind, 'threads', { at: 'reply.sent#3', visible: 1 })
  })
})

async function killed(t: TestContext, kind: DatabaseKind, platform: string, { at, visible, next }: Point) {
  const simulated = await startSimulated({ scale: 200 })
  t.after(simulated.stop)
  // Else the number of calls until a text is ready differs from run to run.
  if (platform === 'threads') await simulated.settings(platform, { textReadyAfter: 0 })
  const { start, launch } = await setStage(t, kind)
  const env = { ...simulated.env, POLYPOST_TIME_SCALE: scale }
  const first = await start('start', { ...env, CRASH_AT: at })
  const ask = createClient(first.base, ownerKey)
  await simulated.connect(ask, platform, 'ana')
  const post = await publish(ask, platform)
  const comment_id = await simulated.comment(platform, post.id, { author: 'ben', message: 'Do you ship?' })
  const body = { post_id: post.jobId, comment_id, message: 'We do.' }
  const send = (client: Client) => client('POST', '/comments/reply', { body })
  const shown = async () => (await simulated.posts(platform)).filter(({ text }) => text === body.message)

  await assert.rejects(send(ask))
  assert.equal(await first.ended, null)
  assert.equal((await shown()).length, visible)
  if (next) assert.equal(await (await launch(['start'], { ...env, CRASH_AT: next })).ended, null)

  const again = createClient((await start('start', env)).base, ownerKey)
  const answered = await eventually('it is known what became of it', async () => {
    const reply = await send(again)
    if (reply.status === 200) return reply
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'outcome_unknown'])
    return null
  })
  const [reply, ...others] = await shown()
  assert.deepEqual([answered.body.data.reply_id, others], [reply?.id, []])
}

async function publish(ask: Client, platform: string): Promise<{ id: string; jobId: number }> {
  const { jobIds } = await createPost({ ask }, { message: 'Our shop.', platforms: [platform] })
  const [jobId = 0] = jobIds
  const job = await eventually('it is published', async () => {
    const read = await readJob({ ask }, jobId)
    return read.status === 'completed' && read
  })
  return { id: job.platform_post_id, jobId }
}
