import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'

const remoteId = 'did:plc:abc'
const key = '3m66j5tqkzk2a'
const profile = 'https://bsky.app/profile'

const read = (url: string, username: string | null = 'alice.test', web: string = bluesky.live.hosts.web) => {
  const told = bluesky.readPostUrl(url, { hosts: { web }, account: { remoteId, username } })
  return 'code' in told ? told.code : `${told.id} ${told.url}`
}

describe('the record of a post is read from its address', () => {
  const own = `at://${remoteId}/app.bsky.feed.post/${key} ${profile}/${remoteId}/post/${key}`
  const cases: readonly (readonly [url: string, expected: string])[] = [
    [`${profile}/alice.test/post/${key}`, own],
    [`${profile}/Alice.test/post/${key}/?ref=x`, own],
    [`${profile}/${remoteId}/post/${key}`, own],
    [`${profile}/eve.test/post/${key}`, 'wrong_account'],
    [`${profile}/did:plc:eve/post/${key}`, 'wrong_account'],
    [`${profile}/alice.test`, 'wrong_url'],
    [`${profile}/alice.test/post/${key}/liked-by`, 'wrong_url'],
    [`https://bsky.example/profile/alice.test/post/${key}`, 'wrong_url'],
    ['nothing', 'wrong_url'],
  ]
  for (const [url, expected] of cases) test(url, () => assert.equal(read(url), expected))

  test('by any handle if that of the account is not known', () => {
    assert.equal(read(`${profile}/eve.test/post/${key}`, null), own)
  })

  test('also if the host of the platform is changed', () => {
    const web = 'http://127.0.0.1:4001/bluesky/web'
    assert.match(read(`${web}/profile/alice.test/post/${key}`, 'alice.test', web), new RegExp(`${key} ${web}/profile/`))
  })
})
