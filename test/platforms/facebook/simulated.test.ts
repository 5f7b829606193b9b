import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContentMedia } from '../../../src/domain/content.ts'
import { content, media } from '../../harness/content.ts'
import { png } from '../../harness/small-media.ts'
import { film, picture } from '../../media/fixtures.ts'
import { files, publish, startFacebook } from './simulated.ts'

const large = Buffer.concat([film('plain.mp4'), Buffer.alloc(300_000)])
const broken = Buffer.from('This is no film at all.'.repeat(10))
const kept: Record<string, Buffer> = {
  'a.png': png,
  'a.webp': await picture().webp().toBuffer(),
  'a.mp4': large,
  'broken.mp4': broken,
  'broken.png': broken,
}
Object.assign(files, kept)

const simulated = await startFacebook()
await simulated.settings({ pieceBytes: 100_000 })

const file = (name: string, contentType: ContentMedia['facts']['contentType'], more: object = {}): ContentMedia => ({
  ...media({ contentType, size: kept[name]?.length ?? 0 }),
  file: name,
  ...more,
})
const photo = (more: object = {}) => file('a.png', 'image/png', more)
const video = (more: object = {}) => file('a.mp4', 'video/mp4', more)
const cover = (name = 'a.png') => ({ file: name, url: '', facts: media({ size: kept[name]?.length ?? 0 }).facts })

describe('any kind of post exists once, and is found by a search', () => {
  const cases = [
    ['text', content({ postType: 'feed', text: 'Hello there' }), 0],
    ['a link', content({ postType: 'feed', text: 'See this', options: { link: 'https://example.com/a' } }), 0],
    ['a link alone', content({ postType: 'feed', text: ' ', options: { link: 'https://example.com/b' } }), 0],
    ['a photo', content({ postType: 'feed', text: 'One', media: [photo()] }), 1],
    ['a photo without words', content({ postType: 'feed', text: '', media: [photo()] }), 1],
    ['ten photos', content({ postType: 'feed', text: 'Ten', media: Array.from({ length: 10 }, () => photo()) }), 10],
    [
      'a photo that Facebook does not know as it is',
      content({ postType: 'feed', media: [file('a.webp', 'image/webp')] }),
      1,
    ],
    ['a video', content({ postType: 'feed', text: 'Film', media: [video()] }), 1],
    ['a reel', content({ postType: 'reel', text: 'Reel', media: [video()] }), 1],
    ['a story of a photo', content({ postType: 'story', text: '', media: [photo()] }), 1],
    ['a story of a video', content({ postType: 'story', text: '', media: [video()] }), 1],
  ] as const
  for (const [what, wanted, count] of cases)
    test(what, async () => {
      const as = await simulated.page(`${what} page`)
      const { published } = await publish(as, wanted)
      const [only, ...others] = await simulated.posts(as)
      assert.deepEqual(others, [])
      assert.equal(only?.id, published.post?.id)
      assert.equal(only?.text, wanted.text.trim())
      assert.equal(only?.media_count, count)
      assert.match(published.post?.url ?? '', /^http:\/\/127\.0\.0\.1:\d+\/facebook\/web\//)
    })
})

test('comments are under the post, of any kind, each once even if two have the same text', async () => {
  const comments = ['First.', 'Same.', 'Same.']
  for (const wanted of [content({ postType: 'feed' }), content({ postType: 'reel', media: [video()] })]) {
    const as = await simulated.page(`commented ${wanted.postType}`)
    const { published } = await publish(as, { ...wanted, comments })
    const shown = await simulated.posts(as)
    assert.deepEqual(
      shown.filter(({ reply_to: to }) => to === published.post?.id).map(({ text }) => text),
      comments,
    )
    assert.equal(new Set(Object.values(published).flatMap((one) => one?.id ?? [])).size, 4)
  }
})

test('the alternative text of an image is sent with it', async () => {
  const as = await simulated.page('described')
  await publish(as, content({ postType: 'feed', media: [photo({ altText: 'A cat on a mat.' })] }))
  const [post] = await simulated.posts(as)
  const url = `/graph/v25.0/${post?.id}?fields=attachments`
  const headers = { authorization: `Bearer ${as.credentials.accessToken}` }
  const { attachments } = JSON.parse(await (await simulated.ask(url, { headers })).text())
  const shown = await simulated.ask(`/graph/v25.0/${attachments.data[0].target.id}?fields=alt_text_custom`, { headers })
  assert.equal(JSON.parse(await shown.text()).alt_text_custom, 'A cat on a mat.')
})

describe('a cover', () => {
  const thumbnailsOf = async (as: Awaited<ReturnType<typeof simulated.page>>, id: string | undefined) => {
    const headers = { authorization: `Bearer ${as.credentials.accessToken}` }
    const answer = await simulated.ask(`/graph/v25.0/${id}/thumbnails`, { headers })
    return JSON.parse(await answer.text()).data.map((one: { is_preferred: boolean }) => one.is_preferred)
  }

  for (const postType of ['feed', 'reel'])
    test(`is set once, before the ${postType} is published`, async () => {
      const as = await simulated.page(`covered ${postType}`)
      const { outcomes, published } = await publish(as, content({ postType, media: [video({ thumbnail: cover() })] }))
      assert.deepEqual(await thumbnailsOf(as, published.post?.id), [true])
      assert.deepEqual(outcomes.cover, { type: 'done', result: { set: true } })
      assert.deepEqual(outcomes.thumbnail, { type: 'done', result: null })
    })

  test('that Facebook refuses does not prevent the video from being published, and causes a warning', async () => {
    const as = await simulated.page('badly covered')
    const wanted = content({ postType: 'feed', media: [video({ thumbnail: cover('broken.png') })] })
    const { outcomes, published } = await publish(as, wanted)
    assert.equal((await simulated.posts(as)).length, 1)
    assert.deepEqual(await thumbnailsOf(as, published.post?.id), [])
    assert.deepEqual(outcomes.cover, { type: 'done', result: { set: false } })
    assert.equal(outcomes.thumbnail?.type === 'rejected' && outcomes.thumbnail.error, 'media_rejected')
  })

  test('that was refused for a temporary error is set later', async () => {
    const as = await simulated.page('covered later')
    await simulated.fault({ operation: 'upload', kind: 'server_error', after: 5 })
    const { outcomes, published } = await publish(
      as,
      content({ postType: 'feed', media: [video({ thumbnail: cover() })] }),
    )
    assert.deepEqual(outcomes.cover, { type: 'done', result: { set: false } })
    assert.deepEqual(await thumbnailsOf(as, published.post?.id), [true])
  })
})

describe('a video that Facebook can’t process', () => {
  for (const postType of ['feed', 'reel', 'story'])
    test(`fails the job: a ${postType}`, async () => {
      const as = await simulated.page(`broken ${postType}`)
      const { outcomes } = await publish(
        as,
        content({ postType, text: '', media: [file('broken.mp4', 'video/mp4')] }),
        {
          asks: false,
        },
      )
      const last = Object.values(outcomes).at(-1)
      assert.equal(last?.type === 'rejected' && last.error, 'media_rejected')
      assert.deepEqual(await simulated.posts(as), [])
    })
})

test('a post that is equal to the last one is refused as a duplicate', async () => {
  const as = await simulated.page('twice')
  await publish(as, content({ postType: 'feed', text: 'Again' }))
  const { outcomes } = await publish(as, content({ postType: 'feed', text: 'Again' }), { asks: false })
  assert.equal(outcomes.post?.type === 'rejected' && outcomes.post.error, 'duplicate_content')
  assert.equal((await simulated.posts(as)).length, 1)
})

test('every call to the Graph API shows that it comes from the app', async () => {
  const calls = (await simulated.requests()).filter(
    ({ path, fault }) => /\/(graph|video)\/v25\.0\//.test(path) && !/oauth|debug_token/.test(path) && fault === null,
  )
  assert.ok(calls.length > 50)
  const ours = calls.filter(({ headers }) => !/undici|node/.test(headers['user-agent'] ?? ''))
  for (const { path, query } of ours) assert.match(query, /appsecret_proof=[0-9a-f]{64}/, path)
})
