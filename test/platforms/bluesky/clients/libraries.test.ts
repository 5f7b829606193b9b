import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { minute } from '../../../../src/domain/time.ts'
import { png } from '../../../harness/small-media.ts'
import { install } from '../../../real-pds/install.ts'
import { type SimulatedBluesky, startSimulatedBluesky } from '../simulator/start.ts'

/** Bluesky's own client, which checks every response against its lexicons. */
async function officialClient() {
  await install()
  const { resolve } = createRequire(new URL('../../../real-pds/package.json', import.meta.url))
  return import(pathToFileURL(resolve('@atproto/api')).href)
}

let bluesky: SimulatedBluesky
before(async () => {
  bluesky = await startSimulatedBluesky()
})
after(() => bluesky.stop())

test('Bluesky’s own client signs in, writes, reads back and continues after its token has expired', async () => {
  const { AtpAgent, RichText } = await officialClient()
  // It does not support URLs with a path.
  const entryway = await bluesky.sandbox.serveHost('bluesky', 'entryway')
  await bluesky.sandbox.serveHost('bluesky', 'pds')
  const other = await bluesky.signIn('bob')
  const { handle, password } = await bluesky.signIn('alice')

  const agent = new AtpAgent({ service: entryway.address })
  await agent.login({ identifier: handle, password })
  const text = new RichText({ text: `hello 😀 @${other.handle} #tag https://example.com` })
  await text.detectFacets(agent)
  const features = text.facets.flatMap((facet: { features: object[] }) => facet.features)
  assert.equal(features.length, 3)
  const { data: uploaded } = await agent.uploadBlob(png, { encoding: 'image/jpeg' })
  assert.equal(uploaded.blob.mimeType, 'image/png')
  const embed = { $type: 'app.bsky.embed.images', images: [{ image: uploaded.blob, alt: 'one pixel' }] }
  const post = await agent.post({ text: text.text, facets: text.facets, embed })
  const reply = await agent.post({ text: 'and on', reply: { root: post, parent: post } })

  bluesky.sandbox.pass(minute)
  const { thread } = (await agent.getPostThread({ uri: post.uri })).data
  assert.equal(thread.post.record.text, text.text)
  assert.equal(thread.replies[0].post.uri, reply.uri)
  assert.equal((await agent.getPosts({ uris: [post.uri, reply.uri] })).data.posts.length, 2)
  assert.equal((await agent.getAuthorFeed({ actor: agent.did })).data.feed.length, 2)
  assert.equal((await agent.getProfile({ actor: agent.did })).data.postsCount, 2)
  await agent.deletePost(reply.uri)
  assert.equal((await agent.getPosts({ uris: [reply.uri] })).data.posts.length, 0)

  bluesky.sandbox.pass(121 * minute)
  await agent.post({ text: 'two hours later' })
  const texts = (await bluesky.sandbox.posts('bluesky')).map(({ text }) => text)
  assert.deepEqual(texts, [text.text, 'two hours later'])
})
