import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { x } from '../../../src/platforms/x/index.ts'

const sandbox = 'http://127.0.0.1:4001/x/web'
const id = '1991234567890123456'

const read = (url: string, username: string | null = 'Ada', web: string = x.live.hosts.web) => {
  const told = x.readPostUrl(url, { hosts: { web }, account: { remoteId: '11', username } })
  return 'code' in told ? told.code : `${told.id} ${told.url}`
}

describe('the URL of a post contains its ID', () => {
  const own = `${id} https://x.com/Ada/status/${id}`
  const cases: readonly (readonly [url: string, expected: string])[] = [
    [`https://x.com/Ada/status/${id}`, own],
    [`https://twitter.com/ada/status/${id}?s=20`, own],
    [`https://mobile.twitter.com/ada/status/${id}/photo/1`, own],
    [`https://x.com/i/status/${id}`, own],
    [`https://x.com/i/web/status/${id}#m`, own],
    [`https://x.com/eve/status/${id}`, 'wrong_account'],
    [`https://x.com/Ada`, 'wrong_url'],
    ['https://x.com/Ada/status/', 'wrong_url'],
    [`https://x.com.example.com/Ada/status/${id}`, 'wrong_url'],
    [`http://x.com/Ada/status/${id}`, 'wrong_url'],
    [`${sandbox}/Ada/status/${id}`, 'wrong_url'],
    ['nothing', 'wrong_url'],
  ]
  for (const [url, expected] of cases) test(url, () => assert.equal(read(url), expected))

  test('if the account name is unknown, the name in the URL is kept', () => {
    assert.equal(read(`https://x.com/eve/status/${id}`, null), `${id} https://x.com/eve/status/${id}`)
  })

  test('also if the host of the platform is changed', () => {
    assert.equal(read(`${sandbox}/ada/status/21`, 'ada', sandbox), `21 ${sandbox}/ada/status/21`)
  })
})
