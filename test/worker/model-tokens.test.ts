import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AnswerInstance, answerTo, autoRepliesOf, startAnswering } from '../harness/answered.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'

onEachDatabase((kind) => {
  let stage: AnswerInstance
  before(async () => {
    stage = await startAnswering(kind, { POLYPOST_MODEL_TOKENS: '0,0,0,1000' })
  })
  after(() => stage.stop())

  test('when the tokens of the month are used up the model is not asked, and settings, notices, the usage and the reply say so', async () => {
    stage.model.answers(() => ({
      said: { reply: 'Gladly, from our own anvils.' },
      tokens: { input: 900, output: 100 },
    }))
    const post = await stage.post()
    const { ask } = post.who
    await answerTo(post, await post.comment('bluesky', 'One?'), 'posted')
    const waiting = await post.comment('bluesky', 'Two?')
    const shown = await eventually('it says why it waits', async () => {
      const one = (await autoRepliesOf(post.who)).find(({ comment_id }) => comment_id === waiting)
      return one?.error && one
    })
    assert.deepEqual([shown.status, shown.message], ['queued', null])
    assert.match(shown.error, /tokens of this month are used up/)
    assert.equal(stage.model.asked.length, 1)

    const { model_tokens } = (await ask('GET', '/usage')).body.data
    assert.deepEqual([model_tokens.limit, model_tokens.input + model_tokens.output], [1000, 1000])
    const { warnings } = (await ask('GET', '/settings')).body.data
    assert.deepEqual(
      warnings.map(({ code, details }: { code: string; details: { reason: string } }) => [code, details.reason]),
      [['auto_reply_unavailable', 'tokens']],
    )
    const { notices } = (await ask('GET', '/notices')).body.data
    assert.deepEqual(
      notices.map(({ type, profile_id }: { type: string; profile_id: string }) => [type, profile_id]),
      [['replies_stopped', shown.profile_id]],
    )

    const website = { website_url: stage.bench.instance.base }
    const refused = await ask('POST', '/settings/proposals', { body: website })
    assert.ok(refused.status >= 400, refused.text)
    assert.equal(stage.model.asked.length, 1)

    const other = await stage.post()
    await answerTo(other, await other.comment('bluesky', 'Three?'), 'posted')
  })
})
