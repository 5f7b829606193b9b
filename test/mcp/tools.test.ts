import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectAssistant, disconnectAssistants, eras, transports } from '../harness/mcp.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

let bench: PublishingInstance
let who: Newcomer

before(async () => {
  bench = await startPublishing('sqlite')
  who = await bench.newcomer('bluesky')
})
after(async () => {
  await disconnectAssistants(bench.instance.base)
  await bench.stop()
})

const names = [
  'get_overview',
  'get_platform_rules',
  'validate_post',
  'list_posts',
  'get_post',
  'list_comments',
  'get_analytics',
  'save_draft',
  'upload_media',
  'publish_post',
  'change_post',
  'restore_post',
  'retry_post',
  'reply_to_comment',
  'review_auto_reply',
]

for (const transport of transports)
  for (const era of eras)
    describe(`over ${transport}, with a ${era} client`, () => {
      test('an assistant finds its way from the overview to a published post', async () => {
        const { client, use } = await connectAssistant(bench.instance.base, who.key, { transport, era })
        assert.deepEqual(
          (await client.listTools()).tools.map(({ name }) => name),
          names,
        )

        const overview = await use('get_overview')
        assert.deepEqual(
          overview.profiles[0].accounts.map(({ platform }: { platform: string }) => platform),
          ['bluesky'],
        )

        const post = { message: `By an assistant over ${transport} and ${era}.`, platforms: ['bluesky'] }
        const { ok, confirmation, previews } = await use('validate_post', post)
        assert.ok(ok)
        assert.equal(previews[0].text, post.message)

        const { post_id, jobs } = await use('publish_post', { ...post, confirmation })
        await bench.until('it is published', jobs[0].job_id, ({ status }) => status === 'completed')
        const read = await use('get_post', { post_id })
        assert.equal(read.status, 'successful')
        assert.match(read.jobs[0].url, /^http/)
        assert.equal((await who.ask('GET', `/posts/${post_id}`)).body.data.source, 'mcp')
      })
    })
