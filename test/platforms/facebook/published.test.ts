import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressOf, readPostUrl } from '../../../src/platforms/facebook/published.ts'

const author = { hosts: { web: 'https://www.facebook.com' }, account: { remoteId: '11', username: 'cafe' } }

describe('the URL of a post contains its ID', () => {
  const cases: readonly (readonly [url: string, id: string])[] = [
    ['https://www.facebook.com/cafe/posts/122091234567890123', '11_122091234567890123'],
    ['https://www.facebook.com/cafe/posts/good-coffee/122091234567890123/', '11_122091234567890123'],
    ['https://www.facebook.com/cafe/posts/pfbid02AbC', 'pfbid02AbC'],
    ['https://m.facebook.com/11/posts/77?mibextid=x', '11_77'],
    ['https://www.facebook.com/11_77', '11_77'],
    ['https://www.facebook.com/cafe/videos/88', '88'],
    ['https://www.facebook.com/cafe/videos/a-film/88/', '88'],
    ['https://facebook.com/reel/99', '99'],
    ['https://www.facebook.com/permalink.php?story_fbid=77&id=11', '11_77'],
    ['https://www.facebook.com/story.php?story_fbid=pfbid02AbC&id=11', 'pfbid02AbC'],
    ['https://www.facebook.com/photo/?fbid=66&set=a.1', '66'],
    ['https://www.facebook.com/watch/?v=88', '88'],
    ['https://www.facebook.com/stories/11/UzpfSVN/', 'UzpfSVN'],
  ]
  for (const [url, id] of cases)
    test(url, () => {
      assert.deepEqual(readPostUrl(url, author), { id, url })
    })
})

describe('a URL that can’t be a post of the Page is refused', () => {
  const cases: readonly (readonly [url: string, code: string])[] = [
    ['https://www.facebook.com/other/posts/77', 'wrong_account'],
    ['https://www.facebook.com/permalink.php?story_fbid=77&id=12', 'wrong_account'],
    ['https://www.facebook.com/cafe', 'wrong_url'],
    ['https://www.facebook.com/cafe/about', 'wrong_url'],
    ['https://example.com/cafe/posts/77', 'wrong_url'],
    ['https://www.facebook.com/permalink.php?id=11', 'wrong_url'],
    ['not an address', 'wrong_url'],
  ]
  for (const [url, code] of cases)
    test(url, () => {
      const found = readPostUrl(url, author)
      assert.equal('code' in found && found.code, code)
    })
})

test('Facebook may return a URL complete, as a path, or not at all', () => {
  assert.equal(
    addressOf('https://www.facebook.com/11/posts/77', '/11_77', author),
    'https://www.facebook.com/11/posts/77',
  )
  assert.equal(addressOf('/reel/99/', '/x', author), 'https://www.facebook.com/reel/99/')
  for (const none of [null, undefined, '', 'nonsense'])
    assert.equal(addressOf(none, '/11_77', author), 'https://www.facebook.com/11_77')
})
