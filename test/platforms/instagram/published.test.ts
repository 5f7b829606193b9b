import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { instagram } from '../../../src/platforms/instagram/index.ts'

const author = { hosts: instagram.live.hosts, account: { remoteId: '1', username: 'ada.l' } }
const read = (url: string) => instagram.readPostUrl(url, author)

describe('the address of a post is read', () => {
  for (const [url, id, plain] of [
    ['https://www.instagram.com/p/DRk3xYzABCd/', 'DRk3xYzABCd', 'https://www.instagram.com/p/DRk3xYzABCd/'],
    ['https://instagram.com/reel/DRk3xYzABCd?igsh=abc', 'DRk3xYzABCd', 'https://www.instagram.com/reel/DRk3xYzABCd/'],
    ['https://www.instagram.com/reels/DRk3xYzABCd/', 'DRk3xYzABCd', 'https://www.instagram.com/reel/DRk3xYzABCd/'],
    ['https://www.instagram.com/ada.l/p/DRk3xYzABCd/', 'DRk3xYzABCd', 'https://www.instagram.com/p/DRk3xYzABCd/'],
    [
      'https://www.instagram.com/stories/ada.l/3771234567890123456/',
      '3771234567890123456',
      'https://www.instagram.com/stories/ada.l/3771234567890123456/',
    ],
  ] as const)
    test(url, () => assert.deepEqual(read(url), { id, url: plain }))
})

describe('a URL that is not a post of the account is refused', () => {
  for (const [url, code] of [
    ['https://www.instagram.com/ada.l/', 'wrong_url'],
    ['https://www.threads.com/p/DRk3xYzABCd/', 'wrong_url'],
    ['https://www.instagram.com/stories/ben/3771234567890123456/', 'wrong_account'],
    ['none', 'wrong_url'],
  ] as const)
    test(url, () => {
      const found = read(url)
      assert.equal('code' in found && found.code, code)
    })
})
