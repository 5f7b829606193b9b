import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import { x } from '../../../src/platforms/x/index.ts'
import { content, media } from '../../harness/content.ts'
import { publish, startX, stepsAs, whoIs } from './simulated.ts'

const simulated = await startX()

const png = (altText: string) => media({ size: 200_000 }, altText)
const gif = { ...media({ contentType: 'image/gif', size: 70_000 }, 'a cat'), file: 'a.gif' }
const video = (seconds: number) => ({ ...media({ contentType: 'video/mp4', size: 300_000, seconds }), file: 'a.mp4' })

describe('the simulated X shows what was published, and the adapter finds it there', () => {
  const cases: readonly (readonly [what: string, wanted: Partial<Content>, mediaCount: number])[] = [
    ['text', { text: 'Good morning' }, 0],
    ['signs and links', { text: 'a < b & c, see https://example.com/?a=1&b=2 and example.org/x.' }, 0],
    ['images', { text: 'Two images', media: [png('a cat'), png('a dog')] }, 2],
    ['an image alone', { text: '', media: [png('')] }, 1],
    ['a GIF', { text: 'A GIF', media: [gif] }, 1],
    ['a video', { text: 'A video', media: [video(30)] }, 1],
    ['a thread', { text: 'First', comments: ['Second @somebody & more', 'Third https://example.com'] }, 0],
  ]
  for (const names of ['tweet', 'post'])
    for (const [what, wanted, mediaCount] of cases)
      test(`${what}, requested as ${names}.fields`, async () => {
        const { ids } = await publish(await simulated.as(`somebody ${names}`, names), content(wanted))
        const [post, ...comments] = await simulated.visible(ids)
        assert.equal(post?.text, wanted.text)
        assert.equal(post?.media_count, mediaCount)
        assert.equal(post?.reply_to, null)
        assert.deepEqual(
          comments.map(({ text }) => text),
          wanted.comments ?? [],
        )
        assert.deepEqual(
          comments.map(({ reply_to }) => reply_to),
          ids.slice(0, -1),
        )
      })
})

test('a Premium account is eligible and may post a long video', async () => {
  const as = await simulated.as('somebody premium')
  const account = await whoIs(as)
  assert.equal(account.eligible, true)
  assert.deepEqual(account.missingPermissions, [])
  const { ids } = await publish(as, content({ text: 'Long', media: [video(600)] }))
  assert.equal((await simulated.visible(ids)).length, 1)
})

test('a login is renewed once, and revoked', async () => {
  const as = await simulated.as('somebody else')
  const renewal = await x.live.refresh(as)
  assert.ok(renewal.type === 'renewed')
  const renewed = { ...as, credentials: renewal.credentials }
  assert.equal((await whoIs(renewed)).username, (await whoIs(renewed)).username)
  await x.live.revoke(renewed)
  assert.equal((await x.live.refresh(renewed)).type, 'refused')
  const outcome = await x.live.actions.post.perform({ text: 'a', uploads: [], plannedAt: 0 }, stepsAs(renewed)())
  assert.equal(outcome.type, 'expired')
})

describe('the errors of the simulated X are understood', () => {
  const cases = [
    ['rate_limit', 'retry rate_limited'],
    ['server_error', 'unknown'],
    ['token_expired', 'expired'],
    ['permission_missing', 'rejected permission_missing'],
    ['duplicate', 'rejected duplicate_content'],
    ['media_rejected', 'rejected media_rejected'],
    ['daily_quota', 'quota_exhausted'],
  ] as const
  for (const [kind, expected] of cases)
    test(kind, async () => {
      const as = await simulated.as(`refused ${kind}`)
      await simulated.fault({ operation: 'create', kind })
      const input = { text: kind, uploads: [], plannedAt: Date.now() }
      const outcome = await x.live.actions.post.perform(input, stepsAs(as)())
      assert.match('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, new RegExp(expected))
    })
})

test('the requests include all kinds, and are checked at the end against X’s own OpenAPI files', async () => {
  const made = await simulated.exchanges()
  assert.ok(new Set(made.map(({ method, path }) => `${method} ${path.replace(/\d{5,}/, '')}`)).size >= 8)
})
