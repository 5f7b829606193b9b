import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import {
  type AnswerInstance,
  answerTo,
  autoRepliesOf,
  hour,
  repliesOf,
  startAnswering,
  turnOn,
} from '../harness/answered.ts'
import type { CommentedPost } from '../harness/commented.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { commentedPlatforms } from '../platforms/needs.ts'

onEachDatabase((kind) => {
  let stage: AnswerInstance
  before(async () => {
    stage = await startAnswering(kind)
  })
  after(() => stage.stop())
  let said = 0
  beforeEach(() => stage.model.answers(() => ({ said: { reply: `Gladly, within ${++said} days.` } })))

  for (const platform of commentedPlatforms)
    test(`${platform}: a comment of another person is answered once, with one event`, async () => {
      const post = await stage.post(platform)
      const id = await post.comment(platform, 'Do you ship to Poland?')
      const { message, reply_id, ...shown } = await answerTo(post, id, 'posted', 'declined', 'failed')
      assert.deepEqual([shown.status, shown.error], ['posted', null])
      await stage.looks(post)
      assert.deepEqual(
        (await repliesOf(post, message)).map((one) => [one.id, one.reply_to]),
        [[reply_id, id]],
      )
      assert.equal((await autoRepliesOf(post.who)).length, 1)
      const events = (await post.who.events()).filter(({ name }) => name === 'auto_reply.posted')
      assert.deepEqual(
        events.map(({ data }) => {
          const { comment_id, reply_id: id, message: text, status, post_id } = data
          return [comment_id, id, text, status, post_id]
        }),
        [[id, reply_id, message, 'completed', post.postId]],
      )
    })

  test('the model sees the brand and the comment, and the comment is not part of its instructions', async () => {
    const post = await stage.post()
    await answerTo(post, await post.comment('bluesky', 'Is it heavy?'), 'posted')
    const [asked] = stage.model.asked
    assert.equal(asked?.input, 'Is it heavy?')
    assert.ok(asked?.instructions.includes('Makes anvils and rockets.'))
    assert.ok(!asked?.instructions.includes('heavy'))
  })

  test('an auto-reply says from which facts it was written, and names none that the profile does not have', async () => {
    const facts = ['Questions and answers', 'Prices', 'What it is', 'Secrets', 'What it is']
    stage.model.answers(() => ({ said: { reply: 'Gladly, from our own anvils.', facts } }))
    const post = await stage.post('bluesky', { faq: '', pricing: '5 EUR.' })
    const shown = await answerTo(post, await post.comment('bluesky', 'Is it cheap?'), 'posted')
    assert.deepEqual(shown.facts, ['business_description', 'pricing'])
  })

  test('a comment that the model declines stays unanswered, and the reason is stored', async () => {
    stage.model.answers(() => ({ said: { reply: null, reason: 'Spam.' } }))
    const post = await stage.post()
    const shown = await answerTo(post, await post.comment('bluesky', 'Cheap watches!'), 'declined')
    assert.deepEqual([shown.message, shown.error], [null, 'The language model declined: Spam.'])
  })

  test('invalid output of the model is not used; an unreachable model is asked again', async () => {
    stage.model.answers(() => ({ said: 'I would say: hello!' }))
    const post = await stage.post()
    await answerTo(post, await post.comment('bluesky', 'One?'), 'declined')
    stage.model.answers((_, index) =>
      index < 4 ? (response) => response.writeHead(503).end() : { said: { reply: 'Yes, it is so.' } },
    )
    await answerTo(post, await post.comment('bluesky', 'Is it well?'), 'posted')
  })

  test('in review mode a reply waits, is approved once, and is sent once', async () => {
    const post = await stage.post('bluesky', { auto_reply_mode: 'review' })
    const id = await post.comment('bluesky', 'Do you ship?')
    const waiting = await answerTo(post, id, 'awaiting_approval')
    await stage.looks(post)
    assert.deepEqual(await repliesOf(post, waiting.message), [])
    const approve = () => post.who.ask('POST', `/auto-replies/${waiting.id}/approve`)
    const answers = (await Promise.all([approve(), approve(), approve()])).map(({ status }) => status).toSorted()
    assert.deepEqual(answers, [200, 409, 409])
    await answerTo(post, id, 'posted')
    assert.equal((await repliesOf(post, waiting.message)).length, 1)
  })

  test('nothing is sent if auto-replies were switched off while the model was running', async () => {
    const post = await stage.post()
    let isOff = false
    const late = { reply: 'Too late for this.' }
    const switchOff = (response: ServerResponse) => {
      isOff = true
      void post.who.ask('POST', '/settings', { body: { auto_reply_enabled: false } }).then(() => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const message = { role: 'assistant', content: JSON.stringify(late) }
        response.end(
          JSON.stringify({
            id: '1',
            object: 'chat.completion',
            created: 1,
            model: 'small',
            choices: [{ index: 0, message, finish_reason: 'stop' }],
          }),
        )
      })
    }
    // The model is asked again if the worker loses its lease meanwhile, which a busy machine may cause.
    stage.model.answers(() => (isOff ? { said: late } : switchOff))
    const id = await post.comment('bluesky', 'Do you ship?')
    await eventually('the model is asked', () => isOff)
    await stage.looks(post)
    assert.deepEqual(await repliesOf(post, 'Too late for this.'), [])
    await turnOn(post.who)
    await answerTo(post, id, 'posted')
  })

  test('nothing is read if auto-replies are off, not in the plan, without context, or off for the post', async () => {
    const off = await stage.post('bluesky', { auto_reply_enabled: false })
    const unwanted = await stage.post('bluesky', {}, { auto_reply_enabled: false })
    const incomplete = await stage.post('bluesky', { business_name: '' })
    const free = await stage.post()
    const wanted = await stage.post('bluesky', { auto_reply_enabled: false }, { auto_reply_enabled: true })
    const downgraded = await stage.bench.instance.owner('PATCH', `/admin/users/${free.who.id}`, {
      body: { plan_id: 2 },
    })
    assert.equal(downgraded.status, 200, downgraded.text)
    for (const post of [off, unwanted, incomplete, free]) await post.comment('bluesky', 'Do you ship?')
    await answerTo(wanted, await wanted.comment('bluesky', 'Do you ship?'), 'posted')
    const resting = [off, unwanted, incomplete, free].map((post) => post.on('bluesky').jobId)
    await eventually('nothing of them is read any more', async () => {
      const { db } = stage.bench.rows
      const due = db.selectFrom('watched_posts').select('id').where('due_at', 'is not', null).where('id', 'in', resting)
      return (await due.execute()).length === 0
    })
    for (const post of [off, unwanted, incomplete, free]) assert.deepEqual(await autoRepliesOf(post.who), [])
    await turnOn(incomplete.who)
    await eventually('it is answered', async () => (await autoRepliesOf(incomplete.who, '&status=posted'))[0])
  })

  test('a queued reply under a post that its platform does not know any more stayed queued', async () => {
    const post = await stage.post('facebook', { auto_reply_mode: 'review' })
    const id = await post.comment('facebook', 'Do you ship?')
    const waiting = await answerTo(post, id, 'awaiting_approval')
    for (const operation of ['read', 'comment'] as const)
      await stage.bench.simulated.fault('facebook', { operation, kind: 'media_rejected', times: 50 })
    assert.equal((await post.who.ask('POST', `/auto-replies/${waiting.id}/approve`)).status, 200)
    const ended = await answerTo(post, id, 'failed')
    assert.ok(ended.error)
    await stage.bench.simulated.clear('facebook')
  })

  test('own comments, and those that a person has answered, are not answered', async () => {
    const post = await stage.post('bluesky', { auto_reply_enabled: false })
    const comment_id = await post.comment('bluesky', 'Do you ship?')
    const body = { post_id: post.on('bluesky').jobId, comment_id, message: 'By hand.' }
    assert.equal((await post.who.ask('POST', '/comments/reply', { body })).status, 200)
    await turnOn(post.who)
    await stage.looks(post)
    assert.deepEqual(await autoRepliesOf(post.who), [])
  })

  const ask23 = async (post: CommentedPost) => {
    for (let at = 0; at < 23; at += 1) await post.comment('bluesky', `Question ${at}?`, undefined, `reader-${at}`)
  }
  const untilSo = (post: CommentedPost, status: string, least: number) =>
    eventually(`${least} are ${status}`, async () => {
      const some = await autoRepliesOf(post.who, `&status=${status}`)
      return some.length >= least && some
    })
  /** On a busy machine more than an hour of these tests may have gone by. */
  const hoursSince = (begun: number) => 1 + Math.floor((Date.now() - begun) / hour)

  test('a profile sends twenty replies in an hour, and the others wait for the next hour', async () => {
    const post = await stage.post()
    const begun = Date.now()
    await ask23(post)
    await untilSo(post, 'posted', 20)
    await stage.looks(post)
    const posted = await untilSo(post, 'posted', 20)
    assert.ok(posted.length <= 20 * hoursSince(begun), `${posted.length}`)
    await stage.passHour(post)
    await untilSo(post, 'posted', 23)
  })

  test('a profile sends twenty replies in an hour, even if a person approves more', async () => {
    const post = await stage.post('bluesky', { auto_reply_mode: 'review' })
    await ask23(post)
    await untilSo(post, 'awaiting_approval', 20)
    await stage.passHour(post)
    const drafted = await untilSo(post, 'awaiting_approval', 23)
    const begun = Date.now()
    for (const { id } of drafted) {
      const approved = await post.who.ask('POST', `/auto-replies/${id}/approve`)
      assert.equal(approved.status, 200, approved.text)
    }
    await untilSo(post, 'posted', 20)
    await stage.looks(post)
    const posted = await untilSo(post, 'posted', 20)
    assert.ok(posted.length <= 20 * hoursSince(begun), `${posted.length}`)
    await stage.passHour(post)
    await untilSo(post, 'posted', 23)
  })

  test('strangers’ comments in review mode cost model tokens without a limit', async () => {
    const post = await stage.post('bluesky', { auto_reply_mode: 'review' })
    const begun = Date.now()
    await ask23(post)
    const drafted = await eventually('twenty are drafted, and the others say why they wait', async () => {
      const all = await autoRepliesOf(post.who)
      const waiting = all.filter(({ status, error }) => status === 'queued' && /20 replies of a profile/.test(error))
      return all.length === 23 && waiting.length === 3 && all.filter(({ message }) => message !== null)
    })
    assert.equal(drafted.length, 20)
    const approve = await post.who.ask('POST', `/auto-replies/${drafted[0].id}/approve`)
    assert.equal(approve.status, 200, approve.text)
    await answerTo(post, drafted[0].comment_id, 'posted')
    await stage.looks(post)
    const asked = stage.model.asked.length
    assert.ok(asked <= 20 * hoursSince(begun), `${asked}`)
    await stage.passHour(post)
    await eventually('the rest is drafted', async () => stage.model.asked.length === 23)
  })

  test('one person with many comments kept the replies to all others waiting', async () => {
    const post = await stage.post('bluesky', { auto_reply_mode: 'review' })
    const begun = Date.now()
    for (let at = 0; at < 22; at += 1) await post.comment('bluesky', `Again, number ${at}!`, undefined, 'flood')
    const other = await post.comment('bluesky', 'Do you ship?', undefined, 'reader')
    await answerTo(post, other, 'awaiting_approval')
    const ofFlood = stage.model.asked.filter(({ input }) => input.startsWith('Again'))
    assert.ok(ofFlood.length <= 2 * hoursSince(begun), `${ofFlood.length}`)
    const [waiting] = await autoRepliesOf(post.who, '&status=queued')
    assert.match(waiting.error, /2 replies to the same person/)
  })
  test('comments of one person that wait for an hour do not put off the reading of new ones', async () => {
    const post = await stage.post('bluesky', { auto_reply_mode: 'review' })
    for (let at = 0; at < 3; at += 1) await post.comment('bluesky', `Again, number ${at}!`, undefined, 'flood')
    await eventually('the third waits', async () => {
      const waiting = await autoRepliesOf(post.who, '&status=queued')
      return waiting.some(({ error }) => /2 replies to the same person/.test(error ?? ''))
    })
    await stage.looks(post)
    const { db } = stage.bench.rows
    const { due_at } = await db
      .selectFrom('watched_posts')
      .select('due_at')
      .where('id', '=', post.on('bluesky').jobId)
      .executeTakeFirstOrThrow()
    const { asked_at } = await db
      .selectFrom('auto_replies')
      .select(({ fn }) => fn.min('asked_at').as('asked_at'))
      .where('job_id', '=', post.on('bluesky').jobId)
      .executeTakeFirstOrThrow()
    assert.ok(Number(due_at) < Number(asked_at) + hour, `${due_at} is the next look, ${asked_at} the first question`)
  })
})
