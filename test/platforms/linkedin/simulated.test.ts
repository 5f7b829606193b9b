import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContentMedia } from '../../../src/domain/content.ts'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { content, media } from '../../harness/content.ts'
import { png } from '../../harness/small-media.ts'
import { film, picture } from '../../media/fixtures.ts'
import { files, publish, startLinkedin } from './simulated.ts'

const { readComments, reply, readMetrics, readAudience } = linkedin.live

Object.assign(files, {
  'a.png': png,
  'a.jpg': await picture().jpeg().toBuffer(),
  'a.gif': await picture().gif().toBuffer(),
  'a.mp4': Buffer.concat([film('plain.mp4'), Buffer.alloc(300_000)]),
  'broken.mp4': Buffer.from('This is no film at all.'.repeat(10)),
})

const simulated = await startLinkedin()
await simulated.settings({ partBytes: 100_000 })

const file = (name: string, contentType: ContentMedia['facts']['contentType'], more: object = {}): ContentMedia => ({
  ...media({ contentType, size: files[name]?.length ?? 0 }),
  file: name,
  ...more,
})
const video = (more: object = {}) => file('a.mp4', 'video/mp4', more)
const cover = (name: string) => ({ file: name, url: '', facts: media({ size: files[name]?.length ?? 0 }).facts })

describe('any kind of post exists once, and is found by a search', () => {
  const cases = [
    ['text', content({ text: 'Hello there' }), 0, 'share'],
    ['text that LinkedIn would cut off', content({ text: 'C# (a_b) <c> [d] {e} *f* ~g~ |h| \\i @j #k' }), 0, 'share'],
    ['a PNG', content({ text: 'One', media: [file('a.png', 'image/png')] }), 1, 'share'],
    ['a JPEG without words', content({ text: '', media: [file('a.jpg', 'image/jpeg')] }), 1, 'share'],
    ['a GIF', content({ text: 'Moves', media: [file('a.gif', 'image/gif')] }), 1, 'share'],
    ['a video in several parts', content({ text: 'Film', media: [video()] }), 1, 'ugcPost'],
  ] as const
  for (const [what, wanted, count, kind] of cases) {
    test(`${what}, of a Page`, async () => {
      const as = await simulated.account(`${what} of a page`)
      const { published } = await publish(as, wanted)
      const [only, ...others] = await simulated.posts(as)
      assert.deepEqual([others, only?.id], [[], published.post?.id])
      assert.deepEqual([only?.text, only?.media_count], [wanted.text, count])
      assert.match(only?.id ?? '', new RegExp(`^urn:li:${kind}:\\d{19}$`))
      assert.equal(published.post?.url, only?.url)
    })

    test(`${what}, of a person with a self-serve app, which may not read posts`, async () => {
      const as = await simulated.account(`${what} of a person`, 'member')
      const { published } = await publish(as, wanted, { asks: false })
      const [only, ...others] = await simulated.posts(as)
      assert.deepEqual([others, only?.id, only?.text], [[], published.post?.id, wanted.text])
    })
  }
})

test('an image has its alternative text, and a post its audience', async () => {
  const as = await simulated.account('described')
  const wanted = content({
    media: [file('a.png', 'image/png', { altText: 'A cat.' })],
    options: { visibility: 'LOGGED_IN' },
  })
  const { published } = await publish(as, wanted)
  const answer = await simulated.ask(as, 'GET', `/rest/posts/${encodeURIComponent(published.post?.id ?? '')}`)
  const { content: shown, visibility } = JSON.parse(await answer.text())
  assert.deepEqual([shown.media.altText, visibility], ['A cat.', 'LOGGED_IN'])
})

describe('a cover', () => {
  test('is accepted with the video', async () => {
    const as = await simulated.account('covered')
    const { outcomes } = await publish(as, content({ media: [video({ thumbnail: cover('a.jpg') })] }))
    assert.deepEqual(outcomes.cover, { type: 'done', result: null })
  })

  test('that LinkedIn refuses does not prevent the video from being published, and causes a warning', async () => {
    const as = await simulated.account('badly covered')
    const { outcomes } = await publish(as, content({ media: [video({ thumbnail: cover('broken.mp4') })] }))
    assert.equal((await simulated.posts(as)).length, 1)
    assert.equal(outcomes.cover?.type === 'rejected' && outcomes.cover.error, 'media_rejected')
  })
})

test('media that LinkedIn can’t process fails the job, even if the app may not poll its status', async () => {
  for (const login of ['page', 'member'] as const) {
    const as = await simulated.account(`broken ${login}`, login)
    const { outcomes } = await publish(as, content({ media: [file('broken.mp4', 'video/mp4')] }), {
      asks: login === 'page',
    })
    const last = Object.values(outcomes).at(-1)
    assert.equal(last?.type === 'rejected' && last.error, 'media_rejected')
    assert.deepEqual(await simulated.posts(as), [])
  }
})

test('the same post again is refused as a duplicate, and exists once', async () => {
  const as = await simulated.account('twice')
  await publish(as, content({ text: 'Again' }))
  const { outcomes } = await publish(as, content({ text: 'Again' }), { asks: false })
  assert.equal(outcomes.post?.type === 'rejected' && outcomes.post.error, 'duplicate_content')
  assert.equal((await simulated.posts(as)).length, 1)
})

test('comments are under the post, each once even if two have the same text', async () => {
  const comments = ['First.', 'Same.', 'Same.']
  for (const media of [[], [video()]]) {
    const as = await simulated.account(`commented ${media.length}`)
    const { published } = await publish(as, content({ media, comments }))
    const shown = await simulated.posts(as)
    assert.deepEqual(
      shown.filter(({ reply_to: to }) => to === published.post?.id).map(({ text }) => text),
      comments,
    )
    assert.equal(new Set(Object.values(published).flatMap((one) => one?.id ?? [])).size, 4)
  }
})

test('a comment waits until LinkedIn knows its post', async () => {
  await simulated.settings({ unknownAtFirst: 3 })
  const as = await simulated.account('early')
  const { published } = await publish(as, content({ comments: ['First.'] }), { asks: false })
  await simulated.settings({ unknownAtFirst: 0 })
  assert.equal((await simulated.posts(as)).filter(({ id }) => id === published['comment-1']?.id).length, 1)
})

async function posted(name: string) {
  const as = await simulated.account(name)
  const { outcomes } = await publish(as, content(), { asks: false })
  const done = outcomes.post
  assert.ok(done?.type === 'done' && done.published)
  const post: PublishedPost = { ...done.published, postType: 'post', result: done.result }
  return { as, post }
}

describe('comments of others on a Page’s post', () => {
  test('are read newest first, and answered as the Page', async () => {
    const { as, post } = await posted('asked')
    const { id: first } = await simulated.comment(post.id, 'Ada', 'Do you ship?')
    const asked = { post, commentId: first, message: 'We do.', since: Date.now(), others: [] }
    const sent = await reply.send(asked, as)
    assert.ok(sent.type === 'done', JSON.stringify(sent))
    await simulated.comment(sent.published?.id ?? '', 'Ada', 'Great.')
    const read = await readComments({ post, limit: 10, cursor: null }, as)
    assert.ok(read.type === 'read', JSON.stringify(read))
    const [latest] = read.value.comments
    assert.deepEqual(
      read.value.comments.map(({ message, parentId, isOwn, canReply }) => [message, parentId, isOwn, canReply]),
      [
        ['Great.', first, false, true],
        ['We do.', first, true, false],
        ['Do you ship?', null, false, true],
      ],
    )
    const own = (await simulated.posts(as)).find(({ text }) => text === 'We do.')
    assert.deepEqual([own?.account_id, own?.reply_to], [as.account.remoteId, first])
    assert.equal((await reply.find(asked, as)).type, 'found')
    const below = await reply.send({ ...asked, commentId: latest?.id ?? '', message: 'Indeed.' }, as)
    assert.ok(below.type === 'done')
    assert.equal((await simulated.posts(as)).find(({ text }) => text === 'Indeed.')?.reply_to, first)
  })

  test('are not read if the login lacks the permission, and a new login is requested', async () => {
    const { as, post } = await posted('no reading')
    const read = await readComments({ post, limit: 10, cursor: null }, as)
    assert.equal(read.type === 'reconnect' && read.error, 'permission_missing')
  })
})

describe('numbers', () => {
  const numbers = { impressions: 100, reached: 60, clicks: 7, likes: 5, shares: 2, followers: 812 }

  for (const who of ['page', 'person'] as const)
    test(`of a ${who} are read with an app that LinkedIn has approved`, async () => {
      const all = await simulated.signIn(`measured ${who}`)
      const as = all[who === 'page' ? 0 : 1] ?? assert.fail()
      const { published } = await publish(as, content(), { asks: false })
      const post = { id: published.post?.id ?? '', url: null, postType: 'post', result: null }
      const before = await readMetrics.read([post], as)
      assert.equal(before.type === 'read' && before.value.get(post.id)?.likes, 0)
      await simulated.metrics(post.id, numbers)
      await simulated.comment(post.id, 'Ada', 'Hi')
      const read = await readMetrics.read([post], as)
      assert.ok(read.type === 'read', JSON.stringify(read))
      const { impressions, reach, likes, comments, shares, clicks, engagement } =
        read.value.get(post.id) ?? assert.fail()
      assert.deepEqual(
        [impressions, reach, likes, comments, shares, clicks, engagement],
        who === 'page' ? [100, 60, 5, 1, 2, 7, 15] : [100, 60, 5, 1, 2, null, 8],
      )
      assert.deepEqual(await readAudience(as), { type: 'read', value: { followers: 812 } })
    })

  test('of a video of a Page are in the list of its kind', async () => {
    const as = await simulated.account('measured video')
    const { published } = await publish(as, content({ media: [video()] }))
    const id = published.post?.id ?? ''
    await simulated.metrics(id, numbers)
    const read = await readMetrics.read([{ id, url: null, postType: 'post', result: null }], as)
    assert.equal(read.type === 'read' && read.value.get(id)?.impressions, 100)
  })
})
