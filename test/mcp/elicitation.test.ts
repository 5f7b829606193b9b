import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Assistant, askingKey, connectAssistant, disconnectAssistants, transports } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

let bench: PublishingInstance
let who: Newcomer
let asking: string

before(async () => {
  bench = await startPublishing('sqlite')
  who = await bench.newcomer('bluesky')
  asking = await askingKey(bench.instance, who)
})
after(async () => {
  await disconnectAssistants(bench.instance.base)
  await bench.stop()
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const yes = { action: 'accept', content: { yes: true } } as const
const noes = [{ action: 'decline' }, { action: 'accept', content: { yes: false } }] as const

for (const transport of transports) {
  test(`over ${transport}, a person who can be asked is asked before something is published`, async () => {
    const post = {
      message: `Asked over ${transport}.`,
      platforms: ['bluesky'],
      comments_under_post: ['Below it.'],
      platform_options: { bluesky: { message: `Asked on Bluesky over ${transport}.` } },
      scheduled_at: inHours(24),
    }
    const questions: string[] = []
    const { use } = await connectAssistant(bench.instance.base, asking, {
      transport,
      person: (question) => {
        questions.push(question)
        return yes
      },
    })
    const { confirmation } = await use('validate_post', post)
    assert.ok((await use('publish_post', { ...post, confirmation })).post_id > 0)
    assert.equal(questions.length, 1)
    for (const text of [post.message, 'Below it.', post.platform_options.bluesky.message, post.scheduled_at])
      assert.ok(questions[0]?.includes(text), text)
  })

  test(`over ${transport}, nothing is published if the person declines`, async () => {
    const post = { message: `Declined over ${transport}.`, platforms: ['bluesky'], scheduled_at: inHours(24) }
    let asked = 0
    const { use, fail } = await connectAssistant(bench.instance.base, asking, {
      transport,
      person: () => noes[asked++] ?? assert.fail('was asked too often'),
    })
    const { confirmation } = await use('validate_post', post)
    for (const _ of noes)
      assert.equal((await fail('publish_post', { ...post, confirmation })).code, 'approval_required')
    assert.equal((await who.ask('GET', '/posts?search=Declined')).body.data.meta.total, 0)
    assert.equal((await who.ask('GET', '/drafts')).body.data.meta.total, 0)
  })
}

test('a person is not asked for a key that may do without', async () => {
  const { use } = await connectAssistant(bench.instance.base, who.key, { person: () => assert.fail('was asked') })
  const post = { message: 'Not asked.', platforms: ['bluesky'], scheduled_at: inHours(24) }
  const { confirmation } = await use('validate_post', post)
  const { post_id } = await use('publish_post', { ...post, confirmation })
  const cancel = { post_id, action: 'cancel' }
  const asked = await use('change_post', cancel)
  assert.ok((await use('change_post', { ...cancel, confirmation: asked.confirmation })).cancelled)
})

test('a person is asked before a post is cancelled, moved to an earlier time or tried again, and decides', async () => {
  const { id, jobIds } = await who.post({ message: 'To change.', scheduled_at: inHours(24) })
  const failed = await bench.newcomer('x')
  await bench.simulated.fault('x', { operation: 'create', kind: 'duplicate' })
  const tried = await failed.post({ message: 'To try again.' })
  const [failedJob = 0] = tried.jobIds
  await bench.until('the job has failed', failedJob, ({ status }) => status === 'failed')

  const questions: string[] = []
  let answer: typeof yes | (typeof noes)[number] = noes[0]
  const connect = (key: string) =>
    connectAssistant(bench.instance.base, key, {
      person: (question) => {
        questions.push(question.split('?')[0] ?? '')
        return answer
      },
    })
  const mine = await connect(asking)
  const theirs = await connect(await askingKey(bench.instance, failed))
  const twice = async (change: Record<string, unknown>, end: (sent: Record<string, unknown>) => Promise<unknown>) =>
    end({ ...change, confirmation: (await mine.use('change_post', change)).confirmation })
  const calls = async (end: (by: Assistant, tool: string, sent: Record<string, unknown>) => Promise<unknown>) => {
    const earlier = { post_id: id, action: 'reschedule', expected_revision: 1, scheduled_at: inHours(12) }
    await twice(earlier, (sent) => end(mine, 'change_post', sent))
    await end(theirs, 'retry_post', { post_id: tried.id })
    await twice({ post_id: id, action: 'cancel' }, (sent) => end(mine, 'change_post', sent))
  }

  await calls(async ({ fail }, tool, sent) => assert.equal((await fail(tool, sent)).code, 'approval_required'))
  const kept = (await who.ask('GET', `/posts/${id}`)).body.data
  assert.deepEqual([kept.status, kept.revision, kept.jobs[0].jobId], ['scheduled', 1, jobIds[0]])
  assert.equal((await failed.published()).length, 0)

  answer = yes
  await calls(({ use }, tool, sent) => use(tool, sent))
  assert.equal((await who.ask('GET', `/posts/${id}`)).status, 404)
  await bench.until('the job is completed', failedJob, ({ status }) => status === 'completed')
  assert.equal((await failed.published()).length, 1)
  assert.deepEqual(
    questions.map((question) => question.split(' ')[0]),
    ['Move', 'Publish', 'Cancel', 'Move', 'Publish', 'Cancel'],
  )
})
