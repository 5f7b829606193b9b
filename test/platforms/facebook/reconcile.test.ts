import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPost, isIt, type SoughtPost } from '../../../src/platforms/facebook/reconcile.ts'
import type { ListedPost } from '../../../src/platforms/facebook/wire.ts'
import { now, scripted } from './scripted.ts'

const wanted: SoughtPost = { text: 'Good  morning,\nall', link: null, photos: [], since: now }
const listed: ListedPost = {
  id: '11_1',
  text: 'Good morning, all',
  createdAt: now,
  permalink: null,
  targets: [],
  links: [],
}
const withPhotos = { ...wanted, photos: ['71', '72'] }
const withLink = { ...wanted, text: '', link: 'https://example.com/a' }

describe('the searched post is recognized in the list', () => {
  const cases: readonly (readonly [what: string, wanted: SoughtPost, listed: Partial<ListedPost>, boolean])[] = [
    ['by its words, however they are spaced', wanted, {}, true],
    ['not by other words', wanted, { text: 'Good night' }, false],
    ['not where it is older', wanted, { createdAt: now - 61_000 }, false],
    ['where the clocks differ', wanted, { createdAt: now - 59_000 }, true],
    ['by its photos alone', withPhotos, { text: 'Changed', targets: ['72', '71'] }, true],
    ['not by some of its photos', withPhotos, { targets: ['71'] }, false],
    ['by its words where the list names no photos', withPhotos, {}, true],
    ['not by words with the photos of another', wanted, { targets: ['71'] }, false],
    ['by its link, where it has nothing else', withLink, { text: '', links: ['https://EXAMPLE.com/a/'] }, true],
    ['not by another link', withLink, { text: '', links: ['https://example.com/b'] }, false],
  ]
  for (const [what, one, changes, is] of cases)
    test(what, () => {
      assert.equal(isIt(one, { ...listed, ...changes }), is)
    })
})

const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, '+0000')
const row = (id: number, at: number, message: string) => ({ id: `11_${id}`, message, created_time: time(at) })
const page = (data: object[], next?: string) => ({
  body: {
    data,
    ...(next && { paging: { cursors: { before: 'a', after: next }, next: 'https://graph.example/next' } }),
  },
})

describe('the list is read only as far as necessary', () => {
  test('until the post is found', async () => {
    const { asked, context } = await scripted((_, index) =>
      index === 0 ? page([row(3, now + 2_000, 'Other')], 'more') : page([row(2, now + 1_000, 'Good morning, all')]),
    )
    const found = await findPost(wanted, context())
    assert.equal(found.type === 'found' && found.published?.id, '11_2')
    assert.deepEqual(
      asked.map(({ query }) => query.after),
      [undefined, 'more'],
    )
  })

  test('up to the first older posts', async () => {
    const { asked, context } = await scripted(() => page([row(1, now - 100_000, 'Good morning, all')], 'more'))
    assert.deepEqual(await findPost(wanted, context()), { type: 'absent' })
    assert.equal(asked.length, 1)
  })

  test('up to a maximum number of pages', async () => {
    const { asked, context } = await scripted(() => page([row(9, now + 9_000, 'Other')], 'more'))
    assert.equal((await findPost(wanted, context())).type, 'cannot_tell')
    assert.equal(asked.length, 5)
  })

  test('a refused list proves nothing', async () => {
    const { context } = await scripted(() => ({ status: 403, body: { error: { message: 'No.', code: 10 } } }))
    assert.equal((await findPost(wanted, context())).type, 'cannot_tell')
  })
})
