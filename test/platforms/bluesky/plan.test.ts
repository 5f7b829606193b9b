import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content, ContentMedia } from '../../../src/domain/content.ts'
import type { MediaType } from '../../../src/domain/media-types.ts'
import type { PlannedStep } from '../../../src/domain/plan.ts'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import { recordKeys } from '../../../src/platforms/bluesky/tid.ts'
import { validate } from '../../../src/platforms/bluesky/validate.ts'
import { content as contentOf, media as mediaOf } from '../../harness/content.ts'

const { live } = bluesky
const now = Date.UTC(2026, 10, 21, 10)
const tools = { now, fraction: () => 0.5 }
const keyOf = recordKeys(tools)
const account = { remoteId: 'did:plc:abc', username: 'alice.test', eligible: false }

const media = (
  contentType: MediaType,
  changes: Partial<ContentMedia['facts']> = {},
  altText: string | null = null,
) => ({
  ...mediaOf({ contentType, width: 400, height: 300, ...changes }, altText),
  file: `of-${contentType}`,
})

const planned = (content: Partial<Content>): readonly PlannedStep[] =>
  live.plan(contentOf({ text: 'Hello', ...content }), account, tools)

const inputOf = (steps: readonly PlannedStep[], name: string): unknown =>
  steps.find((step) => step.name === name)?.input ?? assert.fail(`no step ${name}`)

const names = (content: Partial<Content>) => planned(content).map(({ name }) => name)

describe('a plan has the steps that its content needs, in order', () => {
  const image = media('image/png')
  const cases: readonly (readonly [what: string, content: Partial<Content>, steps: readonly string[]])[] = [
    ['text', {}, ['post']],
    ['comments', { comments: ['one', 'two', 'three'] }, ['post', 'comment-1', 'comment-2', 'comment-3']],
    ['mentions', { text: '@bob.test and @bob.test', comments: ['@eve.test'] }, ['mentions', 'post', 'comment-1']],
    ['a link', { text: 'see https://example.com' }, ['link-card', 'post']],
    ['a link in a comment', { comments: ['https://example.com'] }, ['post', 'comment-1']],
    ['images', { media: [image, image, image, image] }, ['upload-1', 'upload-2', 'upload-3', 'upload-4', 'post']],
    ['images and a link', { text: 'https://example.com', media: [image] }, ['upload-1', 'post']],
    ['a video', { media: [media('video/mp4')] }, ['video-limits', 'video-upload', 'processing', 'post']],
    [
      'everything',
      { text: '@bob.test', media: [image], comments: ['a'] },
      ['mentions', 'upload-1', 'post', 'comment-1'],
    ],
  ]
  for (const [what, content, steps] of cases) test(what, () => assert.deepEqual(names(content), steps))
})

test('key, time, text and facets of every record are fixed, and no two records have the same', () => {
  const steps = planned({ text: 'Hi https://example.com', comments: ['#one', 'two'] })
  const fixed = ['post', 'comment-1', 'comment-2'].map((name) => inputOf(steps, name))
  assert.deepEqual(fixed, [
    {
      key: keyOf(0),
      text: 'Hi https://example.com',
      createdAt: '2026-11-21T10:00:00.000Z',
      langs: [],
      facets: [{ byteStart: 3, byteEnd: 22, feature: { type: 'link', uri: 'https://example.com' } }],
      embed: { type: 'card', uri: 'https://example.com' },
    },
    {
      key: keyOf(1),
      text: '#one',
      createdAt: '2026-11-21T10:00:00.001Z',
      langs: [],
      facets: [{ byteStart: 0, byteEnd: 4, feature: { type: 'tag', tag: 'one' } }],
      after: ['post'],
    },
    {
      key: keyOf(2),
      text: 'two',
      createdAt: '2026-11-21T10:00:00.002Z',
      langs: [],
      facets: [],
      after: ['comment-1', 'post'],
    },
  ])
})

test('languages are those of the post and of its comments, by either name', () => {
  for (const options of [{ languages: ['en', 'pt-BR'] }, { langs: ['en', 'pt-BR'] }])
    for (const name of ['post', 'comment-1']) {
      const { langs } = { langs: null, ...Object(inputOf(planned({ options, comments: ['x'] }), name)) }
      assert.deepEqual(langs, ['en', 'pt-BR'])
    }
})

test('an account that is mentioned several times is resolved once', () => {
  const steps = planned({ text: '@bob.test @Bob.test @eve.test', comments: ['@eve.test'] })
  assert.deepEqual(inputOf(steps, 'mentions'), { handles: ['bob.test', 'eve.test'] })
})

describe('an image is described as people see it', () => {
  const shown = (item: ContentMedia) => {
    const { embed } = { embed: null, ...Object(inputOf(planned({ media: [item] }), 'post')) }
    return embed?.images?.[0]
  }
  const source = { media: { file: 'of-image/png', facts: { size: 1_000 } }, mimeType: 'image/png' }

  test('with its alternative text, or an empty one', () => {
    const aspectRatio = { width: 400, height: 300 }
    assert.deepEqual(shown(media('image/png', {}, 'A cat')), { alt: 'A cat', aspectRatio, step: 'upload-1', source })
    assert.equal(shown(media('image/png')).alt, '')
  })

  test('rotated if its file is stored rotated', () => {
    for (const [rotation, width, height] of [
      [0, 400, 300],
      [90, 300, 400],
      [180, 400, 300],
      [270, 300, 400],
    ] as const)
      assert.deepEqual(shown(media('image/png', { rotation })).aspectRatio, { width, height })
  })

  test('without an aspect ratio if none is known', () => {
    assert.equal(shown(media('image/png', { width: null })).aspectRatio, null)
  })

  test('under the only registered name of JPEG', () => {
    for (const name of ['image/jpeg', 'image/jpg', 'image/pjpeg'] as const)
      assert.equal(shown(media(name)).source.mimeType, 'image/jpeg')
  })
})

test('a video has the same name in every attempt', () => {
  const steps = planned({ media: [media('video/mp4', { rotation: 90 }, 'A dog')] })
  assert.deepEqual(inputOf(steps, 'video-upload'), {
    media: { file: 'of-video/mp4', facts: { size: 1_000 } },
    name: `${keyOf(0)}.mp4`,
  })
  const { embed } = { embed: null, ...Object(inputOf(steps, 'post')) }
  assert.deepEqual(embed, { type: 'video', alt: 'A dog', aspectRatio: { width: 300, height: 400 } })
})

test('languages and langs together are refused', () => {
  const findings = (options: Content['options']) => validate(contentOf({ options })).map(({ path }) => path)
  assert.deepEqual(findings({ languages: ['en'], langs: ['en'] }), ['platform_options.bluesky.langs'])
  for (const options of [{}, { languages: ['en'] }, { langs: ['en'] }]) assert.deepEqual(findings(options), [])
})
