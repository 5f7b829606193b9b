import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { type SandboxInstance, startSandboxed } from '../../harness/sandboxed.ts'

let instance: SandboxInstance
before(async () => {
  instance = await startSandboxed('sqlite')
})
after(() => instance.stop())

test('what was published is listed; it can be commented and gets numbers; a reset forgets it', async () => {
  const user = await instance.newUser()
  await user.ask('POST', '/connect', { body: { platform: 'bluesky', environment: 'sandbox' } })
  await user.ask('POST', '/post', { body: { message: 'Hello, sandbox', platforms: ['bluesky'] } })
  const listed = async () => (await instance.owner('GET', '/sandbox/bluesky/posts')).body.data.posts
  const [post] = await eventually('it is visible', async () => {
    const posts = await listed()
    return posts.length > 0 && posts
  })
  assert.deepEqual([post.text, post.reply_to], ['Hello, sandbox', null])

  const body = { post_id: post.id, author: 'maria', message: 'Great!' }
  const comment = (await instance.owner('POST', '/sandbox/bluesky/comments', { body })).body.data
  const [, reply] = await listed()
  assert.deepEqual([reply.id, reply.text, reply.reply_to], [comment.id, 'Great!', post.id])

  const first = await instance.owner('GET', '/sandbox/bluesky/posts?limit=1')
  assert.deepEqual(first.body.data.posts, [post])
  const calls = await instance.owner('GET', '/sandbox/bluesky/requests?limit=2')
  assert.equal(calls.body.data.requests.length, 2)

  const unknown = { post_id: post.id, metrics: { applause: 3 } }
  const refused = await instance.owner('POST', '/sandbox/bluesky/metrics', { body: unknown })
  assert.equal(refused.status, 422)
  const [name] = /There are: (\w+)/.exec(refused.body.error.message)?.slice(1) ?? []
  const metrics = { [String(name)]: 12 }
  const set = await instance.owner('POST', '/sandbox/bluesky/metrics', { body: { post_id: post.id, metrics } })
  assert.deepEqual([set.status, set.body.data], [200, { metrics }])

  assert.equal((await instance.owner('POST', '/sandbox/reset')).status, 200)
  assert.deepEqual(await listed(), [])
})
