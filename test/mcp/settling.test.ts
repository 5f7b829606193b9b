import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AnswerInstance, answerTo, repliesOf, startAnswering } from '../harness/answered.ts'
import { askingKey, connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import { jobIn, newPublisher, schedulePost, setJob } from '../harness/posts.ts'

let stage: AnswerInstance
before(async () => {
  stage = await startAnswering('sqlite')
})
after(async () => {
  await disconnectAssistants(stage.bench.instance.base)
  await stage.stop()
})

const assistantOf = ({ key }: { key: string }) => connectAssistant(stage.bench.instance.base, key)

describe('review_auto_reply', () => {
  const drafted = 'Gladly.'

  /** A comment whose drafted reply waits for a person. */
  async function waiting() {
    stage.model.answers(() => ({ said: { reply: drafted } }))
    const post = await stage.post('facebook', { auto_reply_mode: 'review' })
    const comment = await post.comment('facebook', 'Do you ship?')
    const { id } = await answerTo(post, comment, 'awaiting_approval')
    return { post, comment, id, ...(await assistantOf(post.who)) }
  }

  test('approves a reply, which is posted once with the drafted words', async () => {
    const { post, comment, id, use } = await waiting()
    const { auto_reply_id, untrusted_comment } = await use('review_auto_reply', {
      auto_reply_id: id,
      action: 'approve',
    })
    assert.deepEqual([auto_reply_id, untrusted_comment], [id, 'Do you ship?'])
    assert.equal((await answerTo(post, comment, 'posted')).message, drafted)
    assert.equal((await repliesOf(post, drafted)).length, 1)
  })

  test('approves a reply with other words, which alone are posted', async () => {
    const { post, comment, id, use } = await waiting()
    const message = 'We do, within three days.'
    await use('review_auto_reply', { auto_reply_id: id, action: 'approve', message })
    assert.equal((await answerTo(post, comment, 'posted')).message, message)
    assert.deepEqual([(await repliesOf(post, message)).length, (await repliesOf(post, drafted)).length], [1, 0])
  })

  test('rejects a reply, which is not posted, and cannot be approved afterwards', async () => {
    const { post, id, use, fail } = await waiting()
    assert.equal((await use('review_auto_reply', { auto_reply_id: id, action: 'reject' })).status, 'rejected')
    assert.equal((await fail('review_auto_reply', { auto_reply_id: id, action: 'approve' })).code, 'wrong_state')
    assert.equal((await repliesOf(post, drafted)).length, 0)
  })
})

test('a person who is asked about replies sees the words, and only a yes posts them', async () => {
  stage.model.answers(() => ({ said: { reply: 'Gladly.' } }))
  const post = await stage.post('facebook', { auto_reply_mode: 'review' })
  const comment = await post.comment('facebook', 'Do you ship?')
  const { id } = await answerTo(post, comment, 'awaiting_approval')
  const questions: string[] = []
  let agrees = false
  const { use, fail } = await connectAssistant(
    stage.bench.instance.base,
    await askingKey(stage.bench.instance, post.who),
    {
      person: (question) => {
        questions.push(question)
        return { action: 'accept', content: { yes: agrees } }
      },
    },
  )
  const approve = { auto_reply_id: id, action: 'approve' }
  assert.equal((await fail('review_auto_reply', approve)).details[0].path, 'message')
  assert.equal(questions.length, 0)
  const calls: [tool: string, sent: Record<string, unknown>, words: string][] = [
    ['review_auto_reply', { ...approve, message: 'Within three days.' }, 'Within three days.'],
    ['reply_to_comment', { post_id: post.postId, comment_id: comment, message: 'And to you.' }, 'And to you.'],
  ]
  for (const [tool, sent] of calls) assert.equal((await fail(tool, sent)).code, 'approval_required')
  for (const [, , words] of calls) assert.equal((await repliesOf(post, words)).length, 0)

  agrees = true
  for (const [tool, sent] of calls) await use(tool, sent)
  await answerTo(post, comment, 'posted')
  for (const [at, [, , words]] of calls.entries()) {
    assert.equal((await repliesOf(post, words)).length, 1)
    for (const time of [at, at + calls.length]) assert.ok(questions[time]?.includes(words), questions[time])
  }
})

test('retry_post publishes a failed post again, once', async () => {
  const { bench } = stage
  const who = await bench.newcomer('x')
  await bench.simulated.fault('x', { operation: 'create', kind: 'duplicate' })
  const { id, jobIds } = await who.post({ message: 'Tried again.' })
  const [jobId = 0] = jobIds
  await bench.until('the job has failed', jobId, ({ status }) => status === 'failed')
  assert.equal((await who.published()).length, 0)

  const { use } = await assistantOf(who)
  assert.ok((await use('get_post', { post_id: id })).jobs[0].problem)
  assert.deepEqual((await use('retry_post', { post_id: id })).needs_person, [])
  await bench.until('the job is completed', jobId, ({ status }) => status === 'completed')
  assert.equal((await who.published()).length, 1)
})

test('retry_post retries what failed, and returns a job in doubt as a question for the person', async () => {
  const { instance } = stage.bench
  const who = await newPublisher(instance, { platforms: ['x', 'bluesky'] })
  const { id, jobIds } = await schedulePost(who)
  const [doubtful = 0, failed = 0] = jobIds
  await setJob(instance.data, doubtful, jobIn.outcomeUnknown(), 'processing')
  await setJob(instance.data, failed, jobIn.failed())
  const { jobs, needs_person } = await (await assistantOf(who)).use('retry_post', { post_id: id })
  assert.deepEqual(
    jobs.map(({ status }: { status: string }) => status),
    ['action_required', 'queued'],
  )
  const question = { job_id: doubtful, platform: 'x', code: 'outcome_unknown', question: 'Please look.' }
  assert.deepEqual(needs_person, [{ ...question, look_at: ['https://example.com/ana'] }])
})
