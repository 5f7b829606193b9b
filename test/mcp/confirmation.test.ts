import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSealer } from '../../src/crypto/seal.ts'
import { createConfirmations } from '../../src/mcp/confirmations.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { type Assistant, connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const secret = 'a secret for the tests of confirmations'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  let second: Instance | null = null
  let who: Newcomer
  let assistant: Assistant

  before(async () => {
    bench = await startPublishing(kind, { env: { POLYPOST_SECRET_KEY: secret } })
    who = await bench.newcomer('bluesky')
    assistant = await connectAssistant(bench.instance.base, who.key)
    const env = { ...bench.simulated.env, POLYPOST_SECRET_KEY: secret }
    const roles = { api: true, worker: false }
    // An embedded database belongs to one process.
    if (kind === 'postgres') second = await startInstance(kind, { data: bench.instance.data, env, roles })
  })
  after(async () => {
    await disconnectAssistants(bench.instance.base)
    if (second) await disconnectAssistants(second.base)
    await second?.stop()
    await bench.stop()
  })

  const later = () => ({
    message: `Of ${Math.random()}.`,
    platforms: ['bluesky'],
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const countPosts = async (message: string): Promise<number> =>
    (await who.ask('GET', `/posts?search=${encodeURIComponent(message)}`)).body.data.meta.total

  test('calls at the same time with one confirmation publish one post, also over two processes', async () => {
    const post = later()
    const { confirmation } = await assistant.use('validate_post', post)
    const bases = [bench.instance.base, second?.base ?? bench.instance.base]
    const results = await Promise.all(
      [...bases, ...bases].map(async (base) => {
        const { client } = await connectAssistant(base, who.key)
        return client.callTool({ name: 'publish_post', arguments: { ...post, confirmation } })
      }),
    )
    const texts = results.map(({ content: [first] }) => (first?.type === 'text' ? JSON.parse(first.text) : null))
    assert.ok(results.some(({ isError }) => !isError))
    for (const { error } of texts) if (error) assert.equal(error.code, 'idempotency_in_progress')
    assert.equal(await countPosts(post.message), 1)

    const again = await assistant.use('publish_post', { ...post, confirmation })
    assert.equal(again.post_id, texts.find((text) => text.post_id).post_id)
    assert.equal(await countPosts(post.message), 1)
  })

  describe('a confirmation is refused, and nothing is published,', () => {
    const refused = async (sent: Record<string, unknown>, code: string, by = assistant) => {
      const error = await by.fail('publish_post', sent)
      assert.equal(error.details[0].code, code)
      assert.equal(error.details[0].path, 'confirmation')
      assert.equal(await countPosts(String(sent.message)), 0)
    }

    test('for other content', async () => {
      const post = later()
      const { confirmation } = await assistant.use('validate_post', post)
      const changes = [
        { message: `${post.message}!` },
        { scheduled_at: new Date(Date.now() + 90_000_000).toISOString() },
        { scheduled_timezone: 'Europe/Warsaw' },
        { profile_id: 'k3TfQ9sXb2Lm' },
        { platforms: ['bluesky', 'x'] },
        { comments_under_post: ['One more.'] },
        { platform_options: { bluesky: { message: 'Another text.' } } },
        { media: [{ url: 'https://example.com/a.png' }] },
      ]
      for (const change of changes) await refused({ ...post, ...change, confirmation }, 'confirmation_mismatch')
    })

    test('of another user', async () => {
      const other = await bench.newcomer('bluesky')
      const theirs = await connectAssistant(bench.instance.base, other.key)
      const post = { ...later(), profile_id: who.profileId }
      const { confirmation } = await assistant.use('validate_post', post)
      await refused({ ...post, confirmation }, 'confirmation_mismatch', theirs)
    })

    test('that is older than 30 minutes', async () => {
      const post = later()
      const make = (age: number) =>
        createConfirmations(createSealer([secret]), { now: () => Date.now() - age }).make(who.id, {
          ...post,
          profile_id: who.profileId,
        }).confirmation
      await refused({ ...post, confirmation: make(30 * 60_000) }, 'confirmation_expired')
      // The same confirmation would do if it were younger.
      await assistant.use('publish_post', { ...post, confirmation: make(20 * 60_000) })
    })

    test('that was changed or made up', async () => {
      const post = later()
      const { confirmation } = await assistant.use('validate_post', post)
      const changed = confirmation.slice(0, -9) + (confirmation.at(-9) === 'A' ? 'B' : 'A') + confirmation.slice(-8)
      for (const given of [changed, 'yes', '', '.', confirmation.split('.')[0]])
        await refused({ ...post, confirmation: given }, 'confirmation_mismatch')
    })
  })

  test('a post with findings gets no confirmation', async () => {
    const { ok, confirmation, findings } = await assistant.use('validate_post', { ...later(), platforms: ['x'] })
    assert.deepEqual([ok, confirmation, findings[0].code], [false, null, 'platform_not_connected'])
  })
})
