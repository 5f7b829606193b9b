import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answering, autoRepliesOf, startAnswering } from '../harness/answered.ts'
import { eventually } from '../harness/eventually.ts'
import { hostileComments } from '../harness/hostile-comments.ts'

let stage: Answering
before(async () => {
  stage = await startAnswering('sqlite')
})
after(() => stage.stop())

test('nothing is published if the model obeys instructions in comments', async () => {
  assert.ok(hostileComments.length >= 30)
  stage.model.answers(({ input }) => ({
    said: { reply: hostileComments.find(([comment]) => comment === input)?.[1] ?? null },
  }))
  const post = await stage.post('facebook')
  for (const [comment] of hostileComments) await post.comment('facebook', comment)
  const shown = await eventually('all are looked at', async () => {
    const all = await autoRepliesOf(post.who)
    return all.length === hostileComments.length && all.every(({ status }) => status !== 'queued') && all
  })
  assert.deepEqual(
    shown.filter(({ status }) => status !== 'declined').map((one) => [one.comment_message, one.message]),
    [],
  )
  assert.ok(shown.every(({ message, error }) => message === null && error.length > 0))
  assert.deepEqual(
    (await post.who.published()).filter(({ reply_to }) => reply_to !== null),
    [],
  )
})

test('a real question among them gets a reply', async () => {
  stage.model.answers(() => ({ said: { reply: 'We do, with pleasure.' } }))
  const post = await stage.post('facebook')
  await post.comment('facebook', 'Do you ship?')
  await eventually('it is answered', async () => (await autoRepliesOf(post.who, '&status=posted'))[0])
})
