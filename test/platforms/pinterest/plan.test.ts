import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import { postInput } from '../../../src/platforms/pinterest/plan.ts'
import type { KnownAccount } from '../../../src/platforms/shared/platform.ts'
import { content, media } from '../../harness/content.ts'

const account = {
  remoteId: '11',
  username: 'acme',
  eligible: false,
  boardId: '549',
  accountType: 'business',
  pageId: null,
}
const homeless = { ...account, boardId: null }
const MiB = 1_024 ** 2

const planned = (wanted: Partial<Content>, as = account) =>
  pinterest.live.plan(content({ postType: 'pin', ...wanted }), as, { now: 1, fraction: () => 0 })
const showing = (changes: Partial<MediaFacts>): Partial<Content> => ({ media: [media(changes)] })
const video = showing({ contentType: 'video/mp4', seconds: 10 })

/** How a Pin's picture goes to Pinterest. */
function wayOf(changes: Partial<MediaFacts>): string {
  const { shown } = postInput.parse(planned(showing(changes)).at(-1)?.input)
  return shown.type === 'picture' && shown.picture.asJpeg ? 'as a JPEG' : shown.type
}

describe('a picture', () => {
  const cases: readonly (readonly [what: string, facts: Partial<MediaFacts>, way: string])[] = [
    ['a PNG', { contentType: 'image/png' }, 'picture'],
    ['a JPEG under an older name', { contentType: 'image/pjpeg' }, 'picture'],
    ['a PNG of 10 MB', { contentType: 'image/png', size: 10 * MiB }, 'picture'],
    ['a larger one', { contentType: 'image/png', size: 10 * MiB + 1 }, 'address'],
    ['WebP', { contentType: 'image/webp' }, 'as a JPEG'],
    ['large WebP', { contentType: 'image/webp', size: 20 * MiB }, 'as a JPEG'],
    ['a GIF', { contentType: 'image/gif' }, 'address'],
  ]
  for (const [what, facts, way] of cases)
    test(`${what}: ${way}`, () => {
      assert.equal(wayOf(facts), way)
      const fetched = pinterest.fetches(content(showing(facts)))
      assert.equal(fetched.length, way === 'address' ? 1 : 0, 'what Pinterest fetches is known beforehand')
    })
})

describe('a video', () => {
  const names = (steps: ReturnType<typeof planned>) => steps.map(({ name }) => name)

  test('is uploaded after its board was checked, and pinned after processing', () =>
    assert.deepEqual(names(planned(video)), ['board', 'upload', 'processing', 'post']))

  test('with a cover has a step that warns if the cover was refused', () => {
    const item = { ...media({ contentType: 'video/mp4', seconds: 10 }), thumbnail: media({ size: 20 * MiB }) }
    const steps = planned({ media: [item] })
    assert.deepEqual(names(steps), ['board', 'upload', 'processing', 'post', 'cover'])
    assert.equal(pinterest.fetches(content({ media: [item] })).length, 0, 'a cover goes along')
    const { shown } = postInput.parse(steps.at(-2)?.input)
    assert.ok(shown.type === 'video' && shown.cover?.asJpeg, 'a large cover is made smaller')
  })
})

describe('a board', () => {
  const findings = (options: object, as: KnownAccount | null) =>
    pinterest.validate(content({ options: { ...options } }), 'message', as).map(({ code, path }) => [code, path])

  test('is required if the connection has none', () => {
    assert.deepEqual(findings({}, homeless), [['board_required', 'platform_options.pinterest.boardId']])
    assert.deepEqual(findings({ boardId: '1' }, homeless), [])
    assert.deepEqual(findings({}, account), [])
    assert.deepEqual(findings({}, null), [])
  })
})

describe('the address of a Pin', () => {
  const read = (url: string) => pinterest.readPostUrl(url, { hosts: pinterest.live.hosts, account })
  const right = { id: '813744226420795884', url: 'https://www.pinterest.com/pin/813744226420795884/' }
  for (const url of [
    right.url,
    'https://www.pinterest.com/pin/813744226420795884',
    'https://pinterest.com/pin/813744226420795884/?lp=true',
    'https://www.pinterest.de/pin/813744226420795884/',
    'https://br.pinterest.com/pin/813744226420795884/',
    'https://www.pinterest.co.uk/pin/a-cake-with-cream--813744226420795884/',
  ])
    test(`${url} is read`, () => assert.deepEqual(read(url), right))
  for (const url of [
    'https://pin.it/3abcd',
    'https://www.pinterest.com/acme/ideas/',
    'https://www.pinterest.com/pin/abc/',
    'https://pinterest.com.example.org/pin/1/',
  ])
    test(`${url} is not a Pin`, () => assert.ok('code' in read(url)))
})
