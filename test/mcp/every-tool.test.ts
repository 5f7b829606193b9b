import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Assistant, connectAssistant, disconnectAssistants } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

let bench: PublishingInstance
let who: Newcomer
let assistant: Assistant

before(async () => {
  bench = await startPublishing('sqlite')
  who = await bench.newcomer('bluesky')
  assistant = await connectAssistant(bench.instance.base, who.key)
})
after(async () => {
  await disconnectAssistants(bench.instance.base)
  await bench.stop()
})

const scheduled = async (message: string) => {
  const post = { message, platforms: ['bluesky'], scheduled_at: new Date(Date.now() + 86_400_000).toISOString() }
  const { confirmation } = await assistant.use('validate_post', post)
  return assistant.use('publish_post', { ...post, confirmation })
}

test('the list of tools fits into the context of a model', async () => {
  const { tools } = await assistant.client.listTools()
  assert.ok(JSON.stringify(tools).length < 36_000)
  for (const { name, inputSchema, outputSchema, description } of tools) {
    assert.equal(inputSchema.additionalProperties, false, name)
    assert.ok(outputSchema && description && description.length > 40, name)
  }
})

test('get_platform_rules returns the rules of the named platforms', async () => {
  const { platforms } = await assistant.use('get_platform_rules', { platforms: ['bluesky'] })
  assert.equal(platforms[0].post_types[0].text.max, 300)
  assert.equal(platforms.length, 1)
})

test('save_draft makes and edits a draft, and refuses an older revision', async () => {
  const { draft_id, revision } = await assistant.use('save_draft', { message: 'First.' })
  const edited = await assistant.use('save_draft', { draft_id, expected_revision: revision, message: 'Second.' })
  assert.deepEqual([edited.message, edited.revision], ['Second.', revision + 1])
  const error = await assistant.fail('save_draft', { draft_id, expected_revision: revision, message: 'Third.' })
  assert.equal(error.code, 'revision_conflict')
})

test('upload_media returns where a person can send a file', async () => {
  const file = { filename: 'a.png', content_type: 'image/png', size: 100 }
  const { media_url, upload } = await assistant.use('upload_media', file)
  assert.match(media_url, /^http/)
  assert.match(upload.url, /^http/)
})

describe('change_post', () => {
  test('moves a scheduled post', async () => {
    const { post_id } = await scheduled('Moved.')
    const { revision } = await assistant.use('get_post', { post_id })
    const scheduled_at = new Date(Date.now() + 2 * 86_400_000).toISOString()
    const change = { post_id, action: 'reschedule', expected_revision: revision, scheduled_at }
    assert.equal((await assistant.use('change_post', change)).post.scheduled_at, scheduled_at)
    assert.equal((await assistant.fail('change_post', change)).code, 'revision_conflict')
  })

  describe('to an earlier time than was agreed', () => {
    const sooner = () => new Date(Date.now() + 3_600_000).toISOString()

    test('changes nothing before it has its confirmation, which moves the post once', async () => {
      const { post_id } = await scheduled('Sooner.')
      const { revision, scheduled_at: before } = await assistant.use('get_post', { post_id })
      const change = { post_id, action: 'reschedule', expected_revision: revision, scheduled_at: sooner() }
      const { changed, confirmation, post } = await assistant.use('change_post', change)
      assert.deepEqual([changed, post.scheduled_at], [false, before])
      assert.equal((await assistant.use('get_post', { post_id })).scheduled_at, before)

      const moved = await assistant.use('change_post', { ...change, confirmation })
      assert.deepEqual([moved.changed, moved.post.scheduled_at], [true, change.scheduled_at])
    })

    test('refuses a confirmation for another time, another post, or a post that was changed since', async () => {
      const { post_id } = await scheduled('Guarded.')
      const { post_id: another } = await scheduled('Another.')
      const change = { post_id, action: 'reschedule', expected_revision: 1, scheduled_at: sooner() }
      const { confirmation } = await assistant.use('change_post', change)
      const changes = [
        { scheduled_at: new Date(Date.now() + 60_000).toISOString() },
        { post_id: another },
        { expected_revision: 2 },
      ]
      for (const other of changes) {
        const error = await assistant.fail('change_post', { ...change, ...other, confirmation })
        assert.equal(error.details[0].code, 'confirmation_mismatch')
      }
      assert.equal((await assistant.use('get_post', { post_id })).revision, 1)
    })

    test('needs a confirmation for the next free slot, too', async () => {
      const { post_id } = await scheduled('Slot.')
      const change = { post_id, action: 'reschedule', expected_revision: 1, scheduled_at: 'next_slot' }
      assert.equal((await assistant.use('change_post', change)).changed, false)
    })
  })

  test('never publishes now by leaving out the time', async () => {
    const { post_id } = await scheduled('Stays.')
    const error = await assistant.fail('change_post', { post_id, action: 'reschedule', expected_revision: 1 })
    assert.equal(error.details[0].path, 'scheduled_at')
    assert.equal((await assistant.use('get_post', { post_id })).status, 'scheduled')
  })

  test('cancels a scheduled post after a confirmation', async () => {
    const { post_id } = await scheduled('Cancelled.')
    const cancel = { post_id, action: 'cancel' }
    const { cancelled, confirmation } = await assistant.use('change_post', cancel)
    assert.equal(cancelled, false)
    assert.equal((await assistant.use('get_post', { post_id })).status, 'scheduled')
    const moved = {
      ...cancel,
      action: 'reschedule',
      expected_revision: 1,
      scheduled_at: new Date(Date.now() + 60_000).toISOString(),
      confirmation,
    }
    assert.equal((await assistant.fail('change_post', moved)).details[0].code, 'confirmation_mismatch')
    assert.equal((await assistant.use('change_post', { ...cancel, confirmation })).cancelled, true)
    assert.equal((await assistant.fail('get_post', { post_id })).code, 'not_found')
  })
})

test('restore_post brings back a cancelled post, once, after a confirmation', async () => {
  const { post_id } = await scheduled('Back again.')
  assert.equal((await assistant.fail('restore_post', { post_id })).code, 'not_found')
  const cancel = { post_id, action: 'cancel' }
  const { confirmation: agreed } = await assistant.use('change_post', cancel)
  await assistant.use('change_post', { ...cancel, confirmation: agreed })
  const { posts } = await assistant.use('list_posts', { deleted: true, search: 'Back again.' })
  assert.equal(posts[0].post_id, post_id)

  const asked = await assistant.use('restore_post', { post_id })
  assert.deepEqual([asked.restored, asked.post_id, asked.message], [false, post_id, 'Back again.'])
  const { confirmation } = asked
  const later = { post_id, scheduled_at: new Date(Date.now() + 9 * 86_400_000).toISOString() }
  assert.equal(
    (await assistant.fail('restore_post', { ...later, confirmation })).details[0].code,
    'confirmation_mismatch',
  )
  const made = await assistant.use('restore_post', { post_id, confirmation })
  assert.deepEqual([made.restored, made.scheduled_at], [true, asked.scheduled_at])
  assert.deepEqual(await assistant.use('restore_post', { post_id, confirmation }), made)
  assert.equal((await assistant.use('get_post', { post_id: made.post_id })).status, 'scheduled')
})

test('retry_post says that there is nothing to retry, and list_posts filters', async () => {
  const { post_id } = await scheduled('Nothing failed.')
  assert.equal((await assistant.fail('retry_post', { post_id })).code, 'wrong_state')
  const { posts } = await assistant.use('list_posts', { status: ['scheduled'], search: 'Nothing failed.' })
  assert.deepEqual(
    posts.map((post: { post_id: number }) => post.post_id),
    [post_id],
  )
})

test('get_analytics ranks posts, and reads one', async () => {
  const { post_id } = await scheduled('Measured.')
  const { posts } = await assistant.use('get_analytics', { sort: 'likes' })
  assert.ok(posts.some((post: { post_id: number }) => post.post_id === post_id))
  assert.equal((await assistant.use('get_analytics', { post_id })).posts[0].likes, null)
})

test('resources and prompts can be listed and read', async () => {
  const { client } = assistant
  const { resources } = await client.listResources()
  assert.ok(resources.some(({ uri }) => uri === 'polypost://platforms/bluesky'))
  for (const uri of [
    'polypost://platforms/bluesky',
    'polypost://errors',
    `polypost://posts/${(await scheduled('Read.')).post_id}`,
  ]) {
    const [first] = (await client.readResource({ uri })).contents
    assert.ok(first && 'text' in first && JSON.parse(first.text), uri)
  }
  const { prompts } = await client.listPrompts()
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['announce', 'adapt', 'weekly_review'],
  )
  const prompt = await client.getPrompt({ name: 'announce', arguments: { topic: 'A new shop' } })
  assert.match(JSON.stringify(prompt.messages), /A new shop/)
})
