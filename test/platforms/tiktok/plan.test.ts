import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import { chunkAt, chunksIn, chunksOf } from '../../../src/platforms/tiktok/chunks.ts'
import { tiktok } from '../../../src/platforms/tiktok/index.ts'
import { textsOf } from '../../../src/platforms/tiktok/texts.ts'
import { content, media } from '../../harness/content.ts'

const account = { remoteId: 'open-id', username: 'ada', eligible: false }
const tools = { now: 1, fraction: () => 0.5 }

const video = media({ contentType: 'video/mp4', seconds: 10 })
const photo = (name: string, sides: { width: number; height: number } = { width: 100, height: 100 }) => ({
  ...media({ contentType: 'image/jpeg', ...sides }),
  file: name,
  url: `https://media.example/${name}`,
})

const planOf = (wanted: Partial<Content>) => tiktok.live.plan(content(wanted), account, tools)

const actionsOf = (wanted: Partial<Content>) => planOf(wanted).map(({ action }) => action)

// The tests check the content of a plan, so they may read any part of it.
// biome-ignore lint/suspicious/noExplicitAny: see above
const inputOf = (wanted: Partial<Content>, name: string): any =>
  planOf(wanted).find((step) => step.name === name)?.input

describe('the chunks of a file', () => {
  const MB = 1_000_000
  const MiB = 1_024 ** 2

  test('are one up to 64 MB, and more beyond', () => {
    assert.deepEqual(chunksOf(64 * MB, 10 * MiB), { size: 64 * MB, chunkBytes: 64 * MB, count: 1 })
    assert.equal(chunksOf(64 * MB + 1, 10 * MiB).count, 6)
    assert.equal(chunksOf(64 * MB + 1, 64 * MB).count, 2)
  })

  test('have the same size, but the last includes the remainder', () => {
    for (const size of [64 * MB + 1, 100 * MiB - 1, 100 * MiB, 4 * 1_024 * MiB]) {
      const chunks = chunksOf(size, 10 * MiB)
      assert.equal(chunks.count, Math.floor(size / chunks.chunkBytes))
      const pieces = Array.from({ length: chunks.count }, (_, index) => chunkAt(chunks, index))
      assert.deepEqual(
        pieces.map(({ start }) => start),
        [0, ...pieces.slice(0, -1).map(({ end }) => end)],
      )
      const last = pieces.at(-1)
      assert.equal(last?.end, size)
      assert.ok(last.end - last.start < 2 * chunks.chunkBytes)
      assert.ok(chunks.count <= 1_000)
    }
  })

  test('are counted by the bytes received, the last only when it is complete', () => {
    const chunks = chunksOf(100 * MB, 40 * MB)
    assert.deepEqual(
      [0, 39 * MB, 40 * MB, 99 * MB, 100 * MB].map((bytes) => chunksIn(chunks, bytes)),
      [0, 0, 1, 1, 2],
    )
  })
})

describe('a plan', () => {
  test('queries the creator before a direct post, not before an inbox post', () => {
    const direct = { post_mode: 'DIRECT_POST', privacy_level: 'SELF_ONLY' }
    const inbox = { post_mode: 'MEDIA_UPLOAD' }
    const filmed = { postType: 'video', media: [video] }
    const shown = { postType: 'photo', media: [photo('1.jpg')] }
    assert.deepEqual(actionsOf({ ...filmed, options: direct }), ['creator', 'upload', 'postFile'])
    assert.deepEqual(actionsOf({ ...filmed, options: inbox }), ['upload', 'postFile'])
    assert.deepEqual(actionsOf({ ...filmed, options: { ...direct, source: 'PULL_FROM_URL' } }), [
      'creator',
      'postPulled',
    ])
    assert.deepEqual(actionsOf({ ...shown, options: direct }), ['creator', 'postPulled'])
    assert.deepEqual(actionsOf({ ...shown, options: inbox }), ['postPulled'])
  })

  test('sends no metadata for an inbox video', () => {
    const options = { post_mode: 'MEDIA_UPLOAD', title: 'Unheard', privacy_level: 'SELF_ONLY' }
    assert.equal(inputOf({ postType: 'video', media: [video], options }, 'upload').direct, null)
  })

  test('sends the cover timestamp only if the post has no other cover', () => {
    const options = { privacy_level: 'SELF_ONLY', video_cover_timestamp_ms: 0 }
    const told = (item: Content['media'][number]) =>
      inputOf({ postType: 'video', media: [item], options }, 'upload').direct.info.video_cover_timestamp_ms
    assert.equal(told(video), 0)
    assert.equal(told({ ...video, coverLeftOut: true }), undefined)
  })

  test('sends every switch, but for photos none of the video switches', () => {
    const options = { privacy_level: 'SELF_ONLY', disable_duet: true, is_aigc: true }
    const ofVideo = inputOf({ postType: 'video', media: [video], options }, 'upload').direct.info
    assert.deepEqual(
      [ofVideo.brand_content_toggle, ofVideo.brand_organic_toggle, ofVideo.disable_duet, ofVideo.is_aigc],
      [false, false, true, true],
    )
    const input = inputOf({ postType: 'photo', media: [photo('1.jpg')], options }, 'post')
    assert.deepEqual(Object.keys(input.direct.info).sort(), [
      'auto_add_music',
      'brand_content_toggle',
      'brand_organic_toggle',
      'disable_comment',
      'privacy_level',
      'title',
    ])
    assert.equal(input.shows.madeByAi, true)
  })

  test('uses the photo of `thumbnail_url` as cover, else photo_cover_index', () => {
    const [one, two] = [photo('1.jpg'), photo('2.jpg')]
    const options = { privacy_level: 'SELF_ONLY', photo_cover_index: 1 }
    const cover = (items: Content['media']) =>
      inputOf({ postType: 'photo', media: items, options }, 'post').shows.coverIndex
    assert.equal(cover([one, two]), 1)
    assert.equal(cover([{ ...one, thumbnail: { ...one } }, two]), 0)
  })

  test('shrinks photos larger than TikTok’s limit, in either orientation', () => {
    const sides: readonly [width: number, height: number, isMade: boolean][] = [
      [1_080, 1_920, false],
      [1_920, 1_080, false],
      [1_081, 1_200, true],
      [1_081, 1_921, true],
      [1_200, 1_200, true],
    ]
    for (const [width, height, isMade] of sides) {
      const item = photo('1.jpg', { width, height })
      const actions = actionsOf({ postType: 'photo', media: [item], options: { privacy_level: 'SELF_ONLY' } })
      assert.equal(actions.includes('jpeg'), isMade, `${width} by ${height}`)
    }
  })
})

describe('the texts of photos', () => {
  const texts = (text: string, options: object = {}) =>
    textsOf(content({ postType: 'photo', text, options: { ...options } }))

  test('are only a title if the message fits', () => {
    assert.deepEqual(texts('a'.repeat(90)), { title: 'a'.repeat(90), description: '' })
  })

  test('are the first line and the whole of a longer message, cut between characters', () => {
    const text = `First\n${'b'.repeat(90)}`
    assert.deepEqual(texts(text), { title: 'First', description: text })
    assert.equal(texts(`${'a'.repeat(89)}🎉${'b'.repeat(9)}`).title, 'a'.repeat(89))
  })

  test('come from the options before the message', () => {
    assert.deepEqual(texts('Hello', { title: 'T' }), { title: 'T', description: 'Hello' })
    assert.deepEqual(texts('Hello', { description: 'D' }), { title: 'Hello', description: 'D' })
  })
})
