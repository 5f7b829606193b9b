import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkContent } from '../../../src/domain/check-content.ts'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import { content, facts, media } from '../../harness/content.ts'

const account = { remoteId: '4cixf', username: 'ada', eligible: false }
const now = Date.UTC(2026, 10, 21)
const plan = (wanted: Parameters<typeof content>[0]) =>
  reddit.live.plan(content(wanted), account, { now, fraction: () => 0.5 })
const postOf = (wanted: Parameters<typeof content>[0]) => plan(wanted).find(({ name }) => name === 'post')?.input

const to = { subreddit: 'test' }

test('a text is one request', () => {
  assert.deepEqual(plan({ text: 'Good morning', options: to }), [
    {
      name: 'post',
      action: 'post',
      input: {
        subreddit: 'test',
        title: 'Good morning',
        text: '',
        url: null,
        flairId: null,
        flairText: null,
        nsfw: false,
        spoiler: false,
        plannedAt: now,
      },
    },
  ])
})

test('an image is uploaded first, and the comments come last', () => {
  const steps = plan({ media: [media()], comments: ['One', 'Two'], options: to })
  assert.deepEqual(
    steps.map(({ name, action }) => `${name} ${action}`),
    ['upload upload', 'post postImage', 'comment-1 comment', 'comment-2 comment'],
  )
  assert.deepEqual(steps.at(-1)?.input, { text: 'Two', before: ['comment-1'], plannedAt: now })
})

test('an image type that Reddit does not accept becomes a JPEG', () => {
  const uploads = (['image/webp', 'image/gif', 'image/pjpeg'] as const).map(
    (contentType) => plan({ media: [media({ contentType })], options: to })[0]?.input,
  )
  const sent = { media: { file: 'a.png', facts: { size: 1_000 } } }
  assert.deepEqual(uploads, [
    { ...sent, mimeType: 'image/jpeg', asJpeg: true },
    { ...sent, mimeType: 'image/gif', asJpeg: false },
    { ...sent, mimeType: 'image/jpeg', asJpeg: false },
  ])
})

describe('the title and the text below it', () => {
  const long = `${'word '.repeat(80)}end`
  const cases: readonly (readonly [what: string, text: string, title: string | undefined, expected: string[]])[] = [
    ['one line is the title alone', ' Good morning ', undefined, ['Good morning', '']],
    ['the first line is the title of the whole', 'One\r\nTwo', undefined, ['One', 'One\r\nTwo']],
    ['the first line that says something', '\n \nOne\nTwo', undefined, ['One', '\n \nOne\nTwo']],
    ['a title of its own', 'One\nTwo', ' My\n title ', ['My title', 'One\nTwo']],
    ['a title that says all', 'One', 'One', ['One', '']],
    ['a long line is cut, and stands whole below', long, undefined, [`${'word '.repeat(59)}word…`, long]],
  ]
  for (const [what, text, title, expected] of cases)
    test(what, () => {
      const input = postOf({ text, options: { ...to, ...(title === undefined ? {} : { title }) } })
      assert.ok(input !== null && typeof input === 'object' && 'title' in input && 'text' in input)
      assert.deepEqual([input.title, input.text], expected)
      assert.ok(String(input.title).length <= 300)
    })
})

test('all options are sent', () => {
  const options = {
    subredditName: 'u_ada',
    title: 'A film',
    url: 'https://example.com/film',
    flair_id: 'f',
    flair_text: 'News',
    nsfw: true,
    spoiler: true,
  }
  assert.deepEqual(postOf({ text: 'See it.', options }), {
    subreddit: 'u_ada',
    title: 'A film',
    text: 'See it.',
    url: 'https://example.com/film',
    flairId: 'f',
    flairText: 'News',
    nsfw: true,
    spoiler: true,
    plannedAt: now,
  })
})

describe('what kind of post it is', () => {
  const stored = { ...media(), thumbnail: null }
  const check = (options: readonly string[], ...files: (typeof stored)[]) =>
    checkContent(reddit, {
      postType: null,
      text: 'A film',
      textPath: 'message',
      media: files,
      comments: [],
      options,
      eligible: false,
    })

  test('a link if `url` is set', () => {
    assert.equal(check(['subreddit', 'url']).preview.post_type, 'link')
    assert.equal(check(['subreddit']).preview.post_type, 'text')
    assert.equal(check(['subreddit'], stored).preview.post_type, 'image')
  })

  test('a link leaves the media of the post to the other platforms, and says so', () => {
    const { content, warnings } = check(['subreddit', 'url'], stored)
    assert.deepEqual(content?.media, [])
    assert.deepEqual(
      warnings.map(({ code, message }) => [code, message]),
      [['media_left_out', 'Reddit (link) has no media, so the media of the post are left out.']],
    )
    assert.deepEqual(check(['subreddit', 'url']).warnings, [])
  })

  test('a video is refused, with advice', () => {
    const [finding, ...others] = check([], {
      ...stored,
      facts: facts({ contentType: 'video/mp4', seconds: 5 }),
    }).findings
    assert.deepEqual([finding?.code, others], ['media_not_taken', []])
    assert.match(
      finding?.message ?? '',
      /^Reddit does not accept videos\. Post a link to where the video is hosted: .*`url` to its address\.$/,
    )
  })
})
