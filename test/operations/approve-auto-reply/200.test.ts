import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnswerInstance, answerTo, repliesOf, startAnswering } from '../../harness/answered.ts'
import { onEachDatabase } from '../../harness/database.ts'

onEachDatabase((kind) => {
  let stage: AnswerInstance
  before(async () => {
    stage = await startAnswering(kind)
  })
  after(() => stage.stop())

  test('the words of the person who approves are posted once, and the draft and who approved it stay visible', async () => {
    stage.model.answers(() => ({ said: { reply: 'Gladly.' } }))
    const post = await stage.post('facebook', { auto_reply_mode: 'review' })
    const comment = await post.comment('facebook', 'Do you ship?')
    const { id } = await answerTo(post, comment, 'awaiting_approval')
    const body = { message: 'We do —  within three days.' }
    const reply = await post.who.ask('POST', `/auto-replies/${id}/approve`, { body })
    assert.equal(reply.status, 200, reply.text)
    const posted = await answerTo(post, comment, 'posted')
    assert.deepEqual([posted.message, posted.drafted_message], [body.message, 'Gladly.'])
    assert.deepEqual(posted.decided_by, { type: 'key', id: post.who.keyId, name: 'test' })
    assert.deepEqual([(await repliesOf(post, body.message)).length, (await repliesOf(post, 'Gladly.')).length], [1, 0])
  })
})
