import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressFor, type KnownProfiles } from '../../dashboard/src/app/addresses.ts'

const known: KnownProfiles = { scope: 'all', one: 'last', usual: 'first', hasSeveral: true, isNew: false, only: [] }

describe('an address of an earlier version leads to the same screen below a profile', () => {
  const cases: readonly (readonly [from: string, to: string])[] = [
    ['/calendar', '/p/first/calendar'],
    ['/calendar?profile=cafe&view=week&post=12', '/p/cafe/calendar?view=week&post=12'],
    ['/posts/12', '/p/first/posts/12'],
    ['/posts/12/edit?profile=cafe', '/p/cafe/posts/12/edit'],
    ['/posts?deleted=true', '/p/first/posts?deleted=true'],
    ['/drafts/8b7e', '/p/first/drafts/8b7e'],
    ['/drafts?list=approvals', '/p/first/drafts?list=approvals'],
    ['/new?at=2026-12-04T09:00', '/p/first/new?at=2026-12-04T09%3A00'],
    ['/inbox/7?view=unread', '/p/first/inbox/7?view=unread'],
    ['/analytics?of=all&days=7', '/p/all/analytics?days=7'],
    ['/media?file=abc', '/p/first/media?file=abc'],
    ['/accounts/connect/x?profile=cafe&connection_id=conn_1', '/p/cafe/accounts/connect/x?connection_id=conn_1'],
    ['/settings/replies?profile=cafe', '/p/cafe/settings/replies'],
    ['/import', '/p/first/import'],
    ['/start', '/p/first/start'],
    ['/notices', '/p/all/needs-attention'],
    ['/calendar#content', '/p/first/calendar#content'],
  ]
  for (const [from, to] of cases)
    test(from, () => {
      assert.equal(addressFor(from, known), to)
      assert.equal(addressFor(to, known), null)
    })
})

describe('an address without a screen leads to one', () => {
  test('the start leads to the profiles that were in view last', () => {
    assert.equal(addressFor('/', known), '/p/all/calendar')
    assert.equal(addressFor('/', { ...known, scope: 'cafe' }), '/p/cafe/calendar')
  })
  test('without any account, the start leads to the first steps', () => {
    assert.equal(addressFor('/', { ...known, isNew: true }), '/p/last/start')
  })
  test('a profile alone leads to its calendar', () => {
    assert.equal(addressFor('/p', known), '/p/all/calendar')
    assert.equal(addressFor('/p/cafe', known), '/p/cafe/calendar')
    assert.equal(addressFor('/p/cafe/', known), '/p/cafe/calendar')
  })
})

describe('all profiles', () => {
  const lists = ['calendar', 'posts', 'drafts', 'inbox', 'analytics', 'media', 'needs-attention']
  const ofOne = ['new', 'accounts', 'accounts/connect/x', 'settings', 'settings/brand', 'import', 'start']
  for (const screen of lists)
    test(`${screen} shows them`, () => assert.equal(addressFor(`/p/all/${screen}`, known), null))
  for (const screen of ofOne)
    test(`${screen} is about one, the last`, () =>
      assert.equal(addressFor(`/p/all/${screen}?a=1`, known), `/p/last/${screen}?a=1`))
  test('a thing says itself whose it is', () => {
    for (const thing of ['posts/12', 'posts/12/edit', 'drafts/8b7e', 'inbox/7'])
      assert.equal(addressFor(`/p/all/${thing}`, known), null)
  })
  test('stay narrowed to those that somebody chose in this browser', () => {
    const narrowed = { ...known, only: ['cafe', 'nord'] }
    assert.equal(addressFor('/p/all/posts?q=a', narrowed), '/p/all/posts?q=a&only=cafe%2Cnord')
    assert.equal(addressFor('/p/all/posts?only=cafe', narrowed), null)
    assert.equal(addressFor('/p/cafe/posts', narrowed), null)
  })
})

test('what belongs to no profile stays where it is', () => {
  for (const path of [
    '/profiles',
    '/people',
    '/people/new',
    '/keys/3',
    '/webhooks',
    '/audit?topic=keys',
    '/apps/x',
    '/me',
  ])
    assert.equal(addressFor(path, known), null)
})
