import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { autoRepliesOf, turnOn } from '../../harness/answered.ts'
import { createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { createPost, readJob } from '../../harness/posts.ts'
import { startModel } from '../../harness/servers/language-model.ts'
import { startSimulated } from '../../harness/simulated.ts'
import { setStage } from '../../harness/stage.ts'

const points = [
  'answer.claimed',
  'answer.kept',
  'answer.drafted',
  'reply.begun',
  'reply.sent',
  'reply.answered',
  'reply.stored',
  'answer.sent',
]

onEachDatabase((kind) => {
  for (const at of points) test(`killed at ${at}, a comment has one reply, with one event`, (t) => killed(t, kind, at))
})

async function killed(t: TestContext, kind: 'sqlite' | 'postgres', at: string) {
  const simulated = await startSimulated({ scale: 200 })
  t.after(simulated.stop)
  const model = await startModel('openai-compatible')
  t.after(model.stop)
  let said = 0
  model.answers(() => ({ said: { reply: `Gladly, within ${++said} days.` } }))
  const { start } = await setStage(t, kind)
  const env = { ...simulated.env, ...model.env, POLYPOST_TIME_SCALE: '60' }
  const first = await start('start', { ...env, CRASH_AT: at })
  const ask = createClient(first.base, ownerKey)
  await simulated.connect(ask, 'facebook', 'ana')
  const { jobIds } = await createPost({ ask }, { message: 'Our shop.', platforms: ['facebook'] })
  const [jobId = 0] = jobIds
  const job = await eventually('it is published', async () => {
    const read = await readJob({ ask }, jobId)
    return read.status === 'completed' && read
  })
  const comment = await simulated.comment('facebook', job.platform_post_id, { author: 'ben', message: 'Do you ship?' })
  // If it is killed at the first check, its response may be lost.
  await turnOn({ ask }).catch(() => {})
  assert.equal(await first.ended, null)

  const again = createClient((await start('start', env)).base, ownerKey)
  await turnOn({ ask: again })
  const shown = await eventually('it is posted', async () => (await autoRepliesOf({ ask: again }, '&status=posted'))[0])
  const replies = (await simulated.posts('facebook')).filter(({ reply_to }) => reply_to === comment)
  assert.deepEqual(
    replies.map(({ id, text }) => [id, text]),
    [[shown.reply_id, shown.message]],
  )
  const { events } = (await again('GET', '/events')).body.data
  assert.equal(events.filter(({ event }: { event: string }) => event === 'auto_reply.posted').length, 1)
}
