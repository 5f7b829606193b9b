import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import { plan } from '../../../src/platforms/youtube/plan.ts'
import { content, media } from '../../harness/content.ts'
import { now } from './scripted.ts'

const account = { remoteId: 'UCx', username: 'ada', eligible: true }
const cover = { file: 'cover', url: 'https://media.example/cover', facts: media().facts }
const video = media({ contentType: 'video/mp4', seconds: 10 })
const covered = { ...video, thumbnail: cover }
const planned = (changes: Partial<Content>) =>
  plan(content({ postType: 'regular', media: [video], ...changes }), account, { now, fraction: () => 0.5 })
const inputOf = (name: string, changes: Partial<Content> = {}) => {
  const { input } = planned(changes).find((step) => step.name === name) ?? assert.fail(name)
  assert.ok(typeof input === 'object' && input !== null && !Array.isArray(input))
  return Object.fromEntries(Object.entries(input))
}

describe('the steps have the order in which YouTube accepts them', () => {
  const cases: readonly (readonly [what: string, changes: Partial<Content>, names: readonly string[]])[] = [
    ['a video', {}, ['upload', 'post', 'processing']],
    ['a thumbnail at once', { media: [covered] }, ['upload', 'post', 'thumbnail', 'processing']],
    [
      'a Short’s thumbnail when it is processed',
      { postType: 'shorts', media: [covered] },
      ['upload', 'post', 'processing', 'thumbnail'],
    ],
    [
      'a playlist, which is looked at before anything is sent',
      { options: { playlist_id: 'PLx' } },
      ['playlist', 'upload', 'post', 'processing', 'playlist-entry'],
    ],
    ['comments at last', { comments: ['a', 'b'] }, ['upload', 'post', 'processing', 'comment-1', 'comment-2']],
  ]
  for (const [what, changes, expected] of cases)
    test(what, () =>
      assert.deepEqual(
        planned(changes).map(({ name }) => name),
        expected,
      ),
    )
})

describe('the title is the option, else the first line of the message', () => {
  const cases: readonly (readonly [what: string, changes: Partial<Content>, title: string])[] = [
    ['of the options', { text: 'A\nB', options: { title: ' My film ' } }, 'My film'],
    ['of the message', { text: '\n  A film \r\nMore of it' }, 'A film'],
    ['of a message of one line', { text: 'A film' }, 'A film'],
    ['of exactly 100', { text: `${'a'.repeat(100)}\nb` }, 'a'.repeat(100)],
    ['shortened', { text: 'a'.repeat(101) }, `${'a'.repeat(99)}…`],
    ['shortened by what JavaScript counts', { text: '🎬'.repeat(51) }, `${'🎬'.repeat(49)}…`],
    ['shortened at the end of a word', { text: `${'a'.repeat(90)} ${'b'.repeat(20)}` }, `${'a'.repeat(90)}…`],
  ]
  for (const [what, changes, title] of cases)
    test(what, () => {
      assert.equal(inputOf('upload', changes).title, title)
      assert.equal(inputOf('post', changes).title, title)
    })
})

describe('every option has a default', () => {
  test('with no options', () => {
    const { media: _, ...input } = inputOf('upload')
    assert.deepEqual(input, {
      mimeType: 'video/mp4',
      title: 'Good morning',
      description: 'Good morning',
      tags: [],
      privacyStatus: 'public',
      madeForKids: false,
      syntheticMedia: false,
    })
  })

  test('with all options', () => {
    const options = {
      title: 'T',
      tags: ['a', 'b'],
      privacy_status: 'unlisted',
      made_for_kids: true,
      containsSyntheticMedia: true,
    }
    const { media: _, ...input } = inputOf('upload', { options })
    assert.deepEqual(input, {
      mimeType: 'video/mp4',
      title: 'T',
      description: 'Good morning',
      tags: ['a', 'b'],
      privacyStatus: 'unlisted',
      madeForKids: true,
      syntheticMedia: true,
    })
    assert.deepEqual(inputOf('processing', { options }), { privacyStatus: 'unlisted', isShort: false })
  })
})
