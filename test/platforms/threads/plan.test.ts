import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Content } from '../../../src/domain/content.ts'
import { plan } from '../../../src/platforms/threads/plan.ts'
import { content, media } from '../../harness/content.ts'

const planned = (changes: Partial<Content>) => plan(content(changes))
const inputOf = (changes: Partial<Content>, step: string) => planned(changes).find(({ name }) => name === step)?.input

const image = (altText: string | null = null) => media({ contentType: 'image/png' }, altText)
const webp = media({ contentType: 'image/webp' })
const video = media({ contentType: 'video/mp4', seconds: 60 })

describe('the steps of a post have the order that Threads requires', () => {
  const cases: readonly (readonly [what: string, changes: Partial<Content>, names: readonly string[]])[] = [
    ['text alone', {}, ['container', 'post']],
    ['an image', { media: [image()] }, ['container', 'post']],
    ['a video', { media: [video] }, ['container', 'post']],
    ['an image that has to be converted', { media: [webp] }, ['jpeg-1', 'container', 'post']],
    ['a carousel', { media: [image(), video] }, ['items', 'container', 'post']],
    [
      'a carousel with one that has to be converted',
      { media: [image(), webp] },
      ['jpeg-2', 'items', 'container', 'post'],
    ],
    ['comments', { comments: ['one', 'two'] }, ['container', 'post', 'comment-1', 'comment-2']],
  ]
  for (const [what, changes, expected] of cases)
    test(what, () => {
      assert.deepEqual(
        planned(changes).map(({ name }) => name),
        expected,
      )
    })
})

test('a container holds the content of the post, its location and its alternative text', () => {
  const text = 'Good morning'
  assert.deepEqual(inputOf({}, 'container'), { drafts: [{ type: 'TEXT', text }] })
  const { url } = image()
  const shown = { type: 'IMAGE', place: { url }, altText: 'a cat', isItem: false, text }
  assert.deepEqual(inputOf({ media: [image('a cat')] }, 'container'), { drafts: [shown] })
  assert.deepEqual(inputOf({ media: [image('a cat')] }, 'post'), { draft: shown })
  assert.deepEqual(inputOf({ media: [webp] }, 'container'), {
    drafts: [{ ...shown, place: { step: 'jpeg-1' }, altText: '' }],
  })
})

test('the items of a carousel have no text of their own: it belongs to the carousel', () => {
  const item = { place: { url: image().url }, altText: '', isItem: true, text: '' }
  assert.deepEqual(inputOf({ media: [image(), video] }, 'items'), {
    drafts: [
      { ...item, type: 'IMAGE' },
      { ...item, type: 'VIDEO' },
    ],
  })
  assert.deepEqual(inputOf({ media: [image(), video] }, 'container'), {
    drafts: [{ type: 'CAROUSEL', text: 'Good morning', items: 'items' }],
  })
})

test('a comment replies to the one before it, or to an earlier one if that failed', () => {
  const after = planned({ comments: ['one', 'two', 'three'] }).flatMap(({ input }) =>
    typeof input === 'object' && input !== null && 'after' in input ? [input.after] : [],
  )
  assert.deepEqual(after, [['post'], ['comment-1', 'post'], ['comment-2', 'comment-1', 'post']])
})
