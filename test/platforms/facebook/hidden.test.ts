import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { facebook } from '../../../src/platforms/facebook/index.ts'
import { content, media } from '../../harness/content.ts'
import { png } from '../../harness/small-media.ts'
import { files, publish, startFacebook, stepsAs } from './simulated.ts'

Object.assign(files, { 'a.png': png })

const simulated = await startFacebook({ settings: { hidden_first: 'text,link,photos' } })
const { doubt, perform } = facebook.live.actions.post
const input = { text: 'Hello', link: null, photos: [], plannedAt: Date.now() }

const creates = async (id: string) =>
  (await simulated.requests()).filter(({ method, path }) => method === 'POST' && path.endsWith(`/${id}/feed`)).length

describe('a post that is created hidden is shown by a second call', () => {
  const cases = [
    ['text', content({ postType: 'feed' })],
    ['a link', content({ postType: 'feed', options: { link: 'https://example.com/a' } })],
    ['photos', content({ postType: 'feed', media: [media(), media()] })],
  ] as const
  for (const [what, wanted] of cases)
    test(what, async () => {
      const as = await simulated.page(`hidden ${what}`)
      await publish(as, wanted)
      assert.equal((await simulated.posts(as)).length, 1)
    })
})

test('a first call whose response is lost leaves nothing visible', async () => {
  const as = await simulated.page('lost first')
  const step = stepsAs(as, new Map())
  await simulated.fault({ operation: 'create', kind: 'server_error_after' })
  assert.equal((await perform(input, step())).type, 'unknown')
  assert.deepEqual(await doubt?.reconcile(input, step()), { type: 'absent' })
  assert.equal((await perform(input, step())).type, 'done')
  assert.equal((await simulated.posts(as)).length, 1)
})

test('a second call whose response is lost is found to have shown the post', async () => {
  const as = await simulated.page('lost second')
  const step = stepsAs(as, new Map())
  await simulated.fault({ operation: 'create', kind: 'server_error_after', after: 1 })
  assert.equal((await perform(input, step())).type, 'unknown')
  assert.equal((await doubt?.reconcile(input, step()))?.type, 'found')
  assert.equal((await simulated.posts(as)).length, 1)
})

test('a second call that was refused is repeated, and the first is not', async () => {
  const as = await simulated.page('untaken second')
  const step = stepsAs(as, new Map())
  await simulated.fault({ operation: 'create', kind: 'server_error', after: 1 })
  assert.equal((await perform(input, step())).type, 'unknown')
  assert.deepEqual(await doubt?.reconcile(input, step()), { type: 'absent' })
  assert.equal((await perform(input, step())).type, 'done')
  assert.equal((await simulated.posts(as)).length, 1)
  assert.equal(await creates(as.account.remoteId), 1)
})

test('showing it twice has the effect of once', async () => {
  const as = await simulated.page('shown twice')
  const step = stepsAs(as, new Map())
  assert.deepEqual(await perform(input, step()), await perform(input, step()))
  assert.equal((await simulated.posts(as)).length, 1)
})

test('a post that goes live at once despite the request is published and not shown again', async () => {
  const other = await startFacebook({ settings: { hidden_first: 'link' } })
  await other.settings({ hiddenGoesLive: true })
  const as = await other.page('goes live')
  await publish(as, content({ postType: 'feed', options: { link: 'https://example.com/a' } }))
  assert.equal((await other.posts(as)).length, 1)
  const shows = (await other.requests()).filter(({ body }) => body?.includes('is_published'))
  assert.deepEqual(shows, [])
})
