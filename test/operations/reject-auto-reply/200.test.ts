import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AnswerInstance, answerTo, autoRepliesOf, repliesOf, startAnswering } from '../../harness/answered.ts'
import { onEachDatabase } from '../../harness/database.ts'

onEachDatabase((kind) => {
  let stage: AnswerInstance
  before(async () => {
    stage = await startAnswering(kind)
  })
  after(() => stage.stop())

  test('a rejected draft is never posted, and its comment gets no other one', async () => {
    stage.model.answers(() => ({ said: { reply: 'Gladly.' } }))
    const post = await stage.post('facebook', { auto_reply_mode: 'review' })
    const waiting = await answerTo(post, await post.comment('facebook', 'Do you ship?'), 'awaiting_approval')
    const reply = await post.who.ask('POST', `/auto-replies/${waiting.id}/reject`)
    assert.deepEqual([reply.status, reply.body.data.status, reply.body.data.message], [200, 'rejected', 'Gladly.'])
    assert.deepEqual([waiting.decided_by, reply.body.data.decided_by.name], [null, 'test'])
    await post.who.ask('POST', '/settings', { body: { auto_reply_mode: 'automatic' } })
    await sleep(3_000)
    assert.deepEqual(await repliesOf(post, 'Gladly.'), [])
    assert.deepEqual(
      (await autoRepliesOf(post.who)).map(({ status }) => status),
      ['rejected'],
    )
  })

  test('of an approval, an edited approval and a rejection at the same time one counts, and the others are told', async () => {
    for (let round = 0; round < 4; round += 1) {
      stage.model.answers(() => ({ said: { reply: `Drafted ${round}.` } }))
      const post = await stage.post('facebook', { auto_reply_mode: 'review' })
      const { id } = await answerTo(post, await post.comment('facebook', 'Do you ship?'), 'awaiting_approval')
      const replies = await Promise.all([
        post.who.ask('POST', `/auto-replies/${id}/reject`),
        post.who.ask('POST', `/auto-replies/${id}/approve`),
        post.who.ask('POST', `/auto-replies/${id}/approve`, { body: { message: `Edited ${round}.` } }),
      ])
      assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409])
      const won = replies.find(({ status }) => status === 200)?.body.data
      if (won.status === 'queued') await answerTo(post, won.comment_id, 'posted')
      const sent = [...(await repliesOf(post, `Drafted ${round}.`)), ...(await repliesOf(post, `Edited ${round}.`))]
      assert.deepEqual(
        sent.map(({ text }) => text),
        won.status === 'queued' ? [won.message] : [],
      )
    }
  })
})
