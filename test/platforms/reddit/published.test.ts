import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reddit } from '../../../src/platforms/reddit/index.ts'

const sandbox = 'http://127.0.0.1:4001/reddit/web'
const id = '16xb01r'

function read(url: string, web: string = reddit.live.hosts.web): string {
  const told = reddit.readPostUrl(url, { hosts: { web }, account: { remoteId: '4cixf', username: 'Ada' } })
  return 'id' in told ? `${told.id} ${told.url}` : String(told.code)
}

describe('the ID of a post is read from its address', () => {
  const inCommunity = `${id} https://www.reddit.com/r/test/comments/${id}/`
  const cases: readonly (readonly [url: string, expected: string])[] = [
    [`https://www.reddit.com/r/test/comments/${id}/a_title/`, inCommunity],
    [`https://www.reddit.com/r/test/comments/${id}/a_title/?utm_source=share`, inCommunity],
    [`https://old.reddit.com/r/test/comments/${id}`, inCommunity],
    [`https://reddit.com/r/test/comments/${id}/a_title`, inCommunity],
    [
      `https://www.reddit.com/user/ada/comments/${id}/a_title/`,
      `${id} https://www.reddit.com/user/ada/comments/${id}/`,
    ],
    [`https://www.reddit.com/r/u_Ada/comments/${id}/`, `${id} https://www.reddit.com/r/u_Ada/comments/${id}/`],
    [`https://www.reddit.com/comments/${id}/`, `${id} https://www.reddit.com/comments/${id}/`],
    [`https://www.reddit.com/user/somebody/comments/${id}/a_title/`, 'wrong_account'],
    ['https://www.reddit.com/r/test/', 'wrong_url'],
    ['https://www.reddit.com/r/test/s/AbCdEf', 'wrong_url'],
    [`https://www.reddit.com/r/test/comments/${id}/a_title/d162/`, 'wrong_url'],
    [`https://www.reddit.com.example.com/r/test/comments/${id}/`, 'wrong_url'],
    [`${sandbox}/r/test/comments/${id}/`, 'wrong_url'],
    ['nothing', 'wrong_url'],
  ]
  for (const [url, expected] of cases) test(url, () => assert.equal(read(url), expected))

  test('also if the host of the platform is changed', () => {
    const url = `${sandbox}/r/test/comments/${id}/`
    assert.equal(read(url, sandbox), `${id} ${url}`)
  })
})
