import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MiB } from '../../../src/domain/bytes.ts'
import type { Content } from '../../../src/domain/content.ts'
import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import { plan } from '../../../src/platforms/x/plan.ts'
import { content, media } from '../../harness/content.ts'

const account = { remoteId: '11', username: 'ada', eligible: false }
const tools = { now: 1_790_000_000_000, fraction: () => 0.5 }
const planned = (changes: Partial<Content>, eligible = false) => plan(content(changes), { ...account, eligible }, tools)
const names = (changes: Partial<Content>) => planned(changes).map(({ name }) => name)

const video = (changes: Partial<MediaFacts>) => media({ contentType: 'video/mp4', seconds: 60, ...changes })

describe('the steps of a post have the order that X requires', () => {
  const cases: readonly (readonly [what: string, changes: Partial<Content>, names: readonly string[]])[] = [
    ['text alone', {}, ['post']],
    ['an image', { media: [media()] }, ['upload-1', 'processing', 'post']],
    [
      'images with alternative texts',
      { media: [media({}, 'a cat'), media(), media({}, 'a dog')] },
      ['upload-1', 'upload-2', 'upload-3', 'processing', 'alt-text-1', 'alt-text-3', 'post'],
    ],
    ['an empty alternative text', { media: [media({}, '')] }, ['upload-1', 'processing', 'post']],
    [
      'a GIF',
      { media: [media({ contentType: 'image/gif' }, 'a cat')] },
      ['upload-1', 'processing', 'alt-text-1', 'post'],
    ],
    [
      'a video, which X can’t describe',
      { media: [media({ contentType: 'video/mp4' }, 'a cat')] },
      ['upload-1', 'processing', 'post'],
    ],
    ['comments', { comments: ['one', 'two'] }, ['post', 'comment-1', 'comment-2']],
  ]
  for (const [what, changes, expected] of cases)
    test(what, () => {
      assert.deepEqual(names(changes), expected)
    })
})

test('a comment replies to the one before it, or to an earlier one if that failed', () => {
  const after = planned({ comments: ['one', 'two', 'three'] }).flatMap(({ input }) =>
    typeof input === 'object' && input !== null && 'after' in input ? [input.after] : [],
  )
  assert.deepEqual(after, [['post'], ['comment-1', 'post'], ['comment-2', 'comment-1', 'post']])
})

describe('media is uploaded with the type and the category that X knows', () => {
  const cases: readonly (readonly [
    what: string,
    item: ReturnType<typeof media>,
    eligible: boolean,
    type: string,
    category: string,
  ])[] = [
    ['png', media(), false, 'image/png', 'tweet_image'],
    ['webp', media({ contentType: 'image/webp' }), false, 'image/webp', 'tweet_image'],
    ['pjpeg, another name of JPEG', media({ contentType: 'image/pjpeg' }), false, 'image/jpeg', 'tweet_image'],
    ['jpg, an unregistered name of JPEG', media({ contentType: 'image/jpg' }), false, 'image/jpeg', 'tweet_image'],
    ['GIF', media({ contentType: 'image/gif' }), false, 'image/gif', 'tweet_gif'],
    ['quicktime', video({ contentType: 'video/quicktime' }), false, 'video/quicktime', 'tweet_video'],
    ['a video of 140 seconds and 512 MB', video({ seconds: 140, size: 512 * MiB }), true, 'video/mp4', 'tweet_video'],
    ['a longer one of an eligible account', video({ seconds: 140.1 }), true, 'video/mp4', 'amplify_video'],
    ['a larger one of an eligible account', video({ size: 512 * MiB + 1 }), true, 'video/mp4', 'amplify_video'],
    ['a longer one of any other account', video({ seconds: 600 }), false, 'video/mp4', 'tweet_video'],
  ]
  for (const [what, item, eligible, mimeType, category] of cases)
    test(what, () => {
      const [upload] = planned({ media: [item] }, eligible)
      assert.deepEqual(upload?.input, {
        media: { file: item.file, facts: { size: item.facts.size } },
        mimeType,
        category,
      })
    })
})
