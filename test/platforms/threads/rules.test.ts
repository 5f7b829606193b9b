import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import { readPostUrl } from '../../../src/platforms/threads/published.ts'
import { validate } from '../../../src/platforms/threads/validate.ts'
import { content, media } from '../../harness/content.ts'

const found = (changes: Partial<Content>) => validate(content(changes), 'message')

describe('links are counted once each, in every text', () => {
  const links = (...names: readonly string[]) => names.map((name) => `https://${name}.example.com/`).join(' ')
  const cases: readonly (readonly [what: string, changes: Partial<Content>, paths: readonly string[]])[] = [
    ['five', { text: links('a', 'b', 'c', 'd', 'e') }, []],
    ['six', { text: links('a', 'b', 'c', 'd', 'e', 'f') }, ['message']],
    ['six of which two are one', { text: links('a', 'b', 'c', 'd', 'e', 'a') }, []],
    ['with and without what they begin and end with', { text: `${links('a', 'b', 'c', 'd', 'e')} a.example.com` }, []],
    ['without a protocol', { text: 'a.com b.com c.com d.com e.com f.com' }, ['message']],
    ['in the second comment', { comments: ['One', links('a', 'b', 'c', 'd', 'e', 'f')] }, ['comments_under_post.1']],
  ]
  for (const [what, changes, paths] of cases)
    test(what, () => {
      assert.deepEqual(
        found(changes).map(({ path, code, limit, actual }) => [path, code, limit, actual]),
        paths.map((path) => [path, 'too_many_links', 5, 6]),
      )
    })
})

test('a video has at most 60 frames per second, by measurement', () => {
  const film = (frameRate: number | null) => media({ contentType: 'video/mp4', frameRate })
  assert.deepEqual(found({ media: [film(60), film(60.2), film(null), media()] }), [])
  assert.deepEqual(
    found({ media: [media(), film(61)] }).map(({ path, code }) => [path, code]),
    [['media.1', 'frame_rate_too_high']],
  )
})

describe('the URL of a post is recognized as the account’s', () => {
  const hosts = { graph: '', auth: '', web: 'https://www.threads.com' }
  const read = (url: string, username: string | null = 'ada.l') =>
    readPostUrl(url, { hosts, account: { remoteId: '1', username } })
  const whole = { id: 'DCkkKl_OGb1', url: 'https://www.threads.com/@ada.l/post/DCkkKl_OGb1' }

  for (const url of [
    whole.url,
    'https://www.threads.net/@ada.l/post/DCkkKl_OGb1?xmt=AQF0',
    'https://threads.com/@Ada.L/post/DCkkKl_OGb1/',
  ])
    test(url, () => assert.equal('id' in read(url) && read(url).id, whole.id))

  test('an old account name in the URL becomes the current one', () => {
    assert.deepEqual(read('https://threads.net/@ada.l/post/DCkkKl_OGb1'), whole)
  })

  for (const [url, code] of [
    ['https://www.threads.com/@ben/post/DCkkKl_OGb1', 'wrong_account'],
    ['https://www.threads.com/@ada.l', 'wrong_url'],
    ['https://www.threads.com/t/DCkkKl_OGb1', 'wrong_url'],
    ['https://threads.example/@ada.l/post/DCkkKl_OGb1', 'wrong_url'],
    ['no address', 'wrong_url'],
  ] as const)
    test(`${url} is refused`, () => {
      const said = read(url)
      assert.equal('code' in said && said.code, code)
    })
})
