import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Assistant, askingKey, connectAssistant, disconnectAssistants, eras } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

onEachDatabase((kind) => {
  let bench: PublishingInstance
  let who: Newcomer
  let key: string

  before(async () => {
    bench = await startPublishing(kind)
    who = await bench.newcomer('bluesky')
    key = await askingKey(bench.instance, who)
  })
  after(async () => {
    await disconnectAssistants(bench.instance.base)
    await bench.stop()
  })

  const countPosts = async (message: string): Promise<number> =>
    (await who.ask('GET', `/posts?search=${encodeURIComponent(message)}`)).body.data.meta.total
  const idIn = (next: string): string => {
    assert.ok(next.startsWith('A person approves it in Polypost: http'), next)
    return new URL(next.slice(next.indexOf('http'))).pathname.replace('/drafts/', '')
  }

  for (const era of eras)
    describe(`the ${era} client of a key that needs a yes, and cannot ask for it,`, () => {
      let assistant: Assistant
      before(async () => {
        // A client of the older protocol says only once that it can ask, and no message after it says so.
        const person = era === 'legacy' ? { person: () => assert.fail('was asked') } : {}
        assistant = await connectAssistant(bench.instance.base, key, { era, ...person })
      })

      test('hands a post over to a person, whose approval publishes it exactly once', async () => {
        const post = { message: `Handed over by ${era} ${Math.random()}.`, platforms: ['bluesky'] }
        const { confirmation, next: advice } = await assistant.use('validate_post', post)
        assert.match(advice, /waits for an approval/)
        const sent = { ...post, confirmation }
        const first = await assistant.use('publish_post', sent)
        assert.deepEqual([first.post_id, first.jobs], [null, []])
        assert.equal(first.draft_id, idIn(first.next))
        assert.deepEqual(await assistant.use('publish_post', sent), first)
        const { body } = await who.ask('GET', '/drafts?status=awaiting_approval')
        const waiting = body.data.drafts.filter(({ message }: { message: string }) => message === post.message)
        assert.equal(waiting.length, 1)
        const { notices } = (await who.ask('GET', '/notices')).body.data
        assert.ok(notices.some((one: { resource_id: string }) => one.resource_id === first.draft_id))
        assert.equal(await countPosts(post.message), 0)

        const approve = () =>
          who.ask('POST', `/drafts/${first.draft_id}/approve`, { body: { expected_revision: waiting[0].revision } })
        const [one, two] = await Promise.all([approve(), approve()])
        assert.deepEqual([one.status, two.status].sort(), [200, 409])
        const { submission } = (one.status === 200 ? one : two).body.data
        await bench.until('it is published', submission.jobs[0].jobId, ({ status }) => status === 'completed')
        assert.deepEqual(await assistant.use('publish_post', sent), first)
        assert.equal(await countPosts(post.message), 1)
        assert.equal((await who.published()).filter(({ text }) => text === post.message).length, 1)
      })

      test('keeps the time of the post', async () => {
        const scheduled_at = inHours(48)
        const post = { message: `Later by ${era}.`, platforms: ['bluesky'], scheduled_at }
        const { confirmation } = await assistant.use('validate_post', post)
        assert.equal((await assistant.use('publish_post', { ...post, confirmation })).scheduled_at, scheduled_at)
      })

      test('takes nothing away and sends nothing, and says where a person does it', async () => {
        const { id } = await who.post({ message: `Untouched by ${era}.`, scheduled_at: inHours(24) })
        const move = { post_id: id, action: 'reschedule', expected_revision: 1 }
        const page = `/posts/${id}`
        const refused: [tool: string, sent: Record<string, unknown>, page: string][] = [
          ['change_post', { post_id: id, action: 'cancel' }, page],
          ['change_post', { ...move, scheduled_at: inHours(1) }, page],
          ['change_post', { ...move, scheduled_at: 'next_slot' }, page],
          ['retry_post', { post_id: id }, page],
          ['reply_to_comment', { post_id: id, comment_id: 'at://some', message: 'Hello' }, '/inbox'],
          ['review_auto_reply', { auto_reply_id: 1, action: 'approve', message: 'Hello' }, '/inbox?view=approve'],
          ['review_auto_reply', { auto_reply_id: 1, action: 'reject' }, '/inbox?view=approve'],
        ]
        for (const [tool, sent, where] of refused) {
          const { code, message } = await assistant.fail(tool, sent)
          assert.equal(code, 'approval_required', tool)
          assert.ok(message.endsWith(where), message)
        }
        const { status, revision } = (await who.ask('GET', page)).body.data
        assert.deepEqual([status, revision], ['scheduled', 1])
        // Nothing goes out earlier than was agreed.
        const later = { ...move, scheduled_at: inHours(30) }
        assert.equal((await assistant.use('change_post', later)).changed, true)
      })
    })

  test('one confirmation either hands over or publishes, also if the key changes in between', async () => {
    const made = (
      await bench.instance.owner('POST', `/admin/users/${who.id}/keys`, {
        body: { name: 'changing', unattended: false },
      })
    ).body.data
    const { use, fail } = await connectAssistant(bench.instance.base, made.key)
    const admin = (
      await bench.instance.owner('POST', `/admin/users/${who.id}/keys`, {
        body: { name: 'admin', scopes: ['read', 'write', 'admin'] },
      })
    ).body.data
    const change = (unattended: boolean) =>
      who.ask('PATCH', `/keys/${made.id}`, { key: admin.key, body: { unattended } })

    for (const before of [false, true]) {
      assert.equal((await change(before)).body.data.unattended, before)
      const post = { message: `Once ${before}.`, platforms: ['bluesky'], scheduled_at: inHours(24) }
      const { confirmation } = await use('validate_post', post)
      const { post_id } = await use('publish_post', { ...post, confirmation })
      assert.equal(post_id !== null, before)
      await change(!before)
      assert.equal((await fail('publish_post', { ...post, confirmation })).code, 'idempotency_key_reused')
      assert.equal(await countPosts(post.message), before ? 1 : 0)
      const { drafts } = (await who.ask('GET', '/drafts')).body.data
      assert.equal(drafts.filter(({ message }: { message: string }) => message === post.message).length, before ? 0 : 1)
    }
  })

  test('a key that must keep some minutes ahead may hand over an earlier time', async () => {
    const ahead = await askingKey(bench.instance, who, { policy: 'ahead', minutes_ahead: 600 })
    const { use } = await connectAssistant(bench.instance.base, ahead)
    const draft = { message: 'Soon.', platforms: ['bluesky'], scheduled_at: inHours(1), ask_for_approval: true }
    const { status, next, draft_id } = await use('save_draft', draft)
    assert.deepEqual([status, idIn(next)], ['awaiting_approval', draft_id])
  })
})
