import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { scripted } from './scripted.ts'

const { readMetrics, readAudience } = reddit.live
const published = (id: string): PublishedPost => ({ id, url: null, postType: 'text', result: null })
const nothing = { views: null, impressions: null, reach: null, saves: null, clicks: null }

test('metrics of many posts are read in one request, and a deleted post has none', async () => {
  const children = [
    { kind: 't3', data: { id: 'a', score: 7, ups: 7, num_comments: 2, num_crossposts: 0, view_count: null } },
    { kind: 't3', data: { id: 'b', score: 0 } },
  ]
  const server = await scripted(() => ({ body: { kind: 'Listing', data: { children } } }))
  const read = await readMetrics.read(['a', 'b', 'c'].map(published), server.context())
  assert.ok(read.type === 'read')
  assert.deepEqual(Object.fromEntries(read.value), {
    a: { ...nothing, likes: 7, comments: 2, shares: 0, engagement: 9 },
    b: { ...nothing, likes: 0, comments: null, shares: null, engagement: 0 },
  })
  assert.deepEqual(
    server.asked.map(({ call, query }) => [call, query]),
    [['GET /api/api/info', { id: 't3_a,t3_b,t3_c', raw_json: '1' }]],
  )
})

test('followers are read from the profile', async () => {
  const followers = async (subreddit: object | null) => {
    const server = await scripted(() => ({ body: { id: '4cixf', name: 'Ada', subreddit } }))
    const read = await readAudience(server.context())
    return read.type === 'read' && read.value
  }
  assert.deepEqual(await followers({ subscribers: 12 }), { followers: 12 })
  assert.deepEqual(await followers(null), { followers: null })
})

test('a refused read is a refusal', async () => {
  const server = await scripted(() => ({ status: 429, headers: { 'x-ratelimit-reset': '30' } }))
  assert.equal((await readMetrics.read([published('a')], server.context())).type, 'retry')
  assert.equal((await readAudience(server.context())).type, 'retry')
})
