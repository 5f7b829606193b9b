import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnswerInstance, autoRepliesOf, startAnswering } from '../harness/answered.ts'
import { eventually } from '../harness/eventually.ts'
import { hostileComments } from '../harness/hostile-comments.ts'

/** For so many comments in an hour the model is asked. */
const perProfile = 20

let stage: AnswerInstance
before(async () => {
  stage = await startAnswering('sqlite')
})
after(() => stage.stop())

test('nothing is published if the model obeys instructions in comments', async () => {
  assert.ok(hostileComments.length >= 30)
  stage.model.answers(({ input }) => ({
    said: { reply: hostileComments.find(([comment]) => comment === input)?.[1] ?? null },
  }))
  const groups = Array.from({ length: Math.ceil(hostileComments.length / perProfile) }, (_, at) =>
    hostileComments.slice(at * perProfile, (at + 1) * perProfile),
  )
  const posts = await Promise.all(
    groups.map(async (comments) => {
      const post = await stage.post('facebook')
      for (const [at, [comment]] of comments.entries())
        await post.comment('facebook', comment, undefined, `troll-${at}`)
      return post
    }),
  )
  const shown = await eventually('all are looked at', async () => {
    const all = (await Promise.all(posts.map(({ who }) => autoRepliesOf(who)))).flat()
    return all.length === hostileComments.length && all.every(({ status }) => status !== 'queued') && all
  })
  assert.deepEqual(
    shown.filter(({ status }) => status !== 'declined').map((one) => [one.comment_message, one.message]),
    [],
  )
  assert.ok(shown.every(({ message, error }) => message === null && error.length > 0))
  assert.deepEqual(
    (await Promise.all(posts.map(({ who }) => who.published()))).flat().filter(({ reply_to }) => reply_to !== null),
    [],
  )
})

test('a real question among them gets a reply', async () => {
  stage.model.answers(() => ({ said: { reply: 'We do, with pleasure.' } }))
  const post = await stage.post('facebook')
  await post.comment('facebook', 'Do you ship?')
  await eventually('it is answered', async () => (await autoRepliesOf(post.who, '&status=posted'))[0])
})
