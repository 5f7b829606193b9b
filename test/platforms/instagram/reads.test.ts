import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { noMetrics } from '../../../src/platforms/shared/reads.ts'
import { upload } from '../../harness/posts.ts'
import { type Login, live, signIn } from './signed-in.ts'
import { type Person, type SimulatedInstagram, startSimulatedInstagram } from './simulated.ts'

const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
  .jpeg()
  .toBuffer()

let bench: SimulatedInstagram
before(async () => {
  bench = await startSimulatedInstagram()
})
after(() => bench.stop())

/** The ID of a comment. */
const made = z.object({ id: z.string().catch('') })

async function door(path: string, body: object) {
  const response = await fetch(`${bench.sandbox}/__sandbox/instagram/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 200, await response.clone().text())
  return made.parse(await response.json())
}

async function posted(who: Person, body: object = {}): Promise<PublishedPost> {
  const media = [{ url: (await upload(who, jpeg, 'image/jpeg')).publicUrl }]
  const job = await who.publish({ media, ...body })
  assert.equal(job.status, 'completed', JSON.stringify(job))
  return { id: job.platform_post_id, url: job.platform_post_url, postType: 'feed', result: null }
}

for (const login of ['instagram', 'facebook'] as const satisfies readonly Login[])
  describe(`with the login ${login}`, () => {
    let who: Person
    let context: AccountContext
    before(async () => {
      const name = `${login === 'facebook' ? 'by facebook ' : ''}ana ${login}`
      who = await bench.named(name)
      context = (await signIn(bench.sandbox, name, login))[0] ?? assert.fail('nobody')
      assert.equal(context.account.remoteId, who.accountId)
    })

    const commentsOf = async (post: PublishedPost, limit = 25, cursor: string | null = null) => {
      const read = await live.readComments({ post, limit, cursor }, context)
      return read.type === 'read' ? read.value : assert.fail(JSON.stringify(read))
    }

    test('comments are read with the replies below them, newest first, with their authors', async () => {
      const post = await posted(who, { comments_under_post: ['Our own.'] })
      const { id: first } = await door(`posts/${post.id}/comments`, { author: 'ben', message: 'Nice!' })
      const { id: second } = await door(`posts/${first}/comments`, { author: 'cleo', message: 'Is it?' })
      const { comments, next } = await commentsOf(post)
      assert.equal(next, null)
      const shown = comments.map(({ id, parentId, message, author, isOwn, canReply }) => ({
        ...{ id, parentId, message, isOwn, canReply },
        by: author.username,
      }))
      const [own] = shown.filter(({ isOwn }) => isOwn)
      assert.deepEqual(
        new Set(shown),
        new Set([own, shown.find(({ id }) => id === first), shown.find(({ id }) => id === second)]),
      )
      assert.deepEqual(
        { ...own, id: '' },
        { id: '', parentId: null, message: 'Our own.', isOwn: true, canReply: false, by: who.username },
      )
      assert.deepEqual(shown.find(({ id }) => id === second)?.parentId, first)
      assert.equal(comments.find(({ id }) => id === first)?.replyCount, 1)
      const times = comments.map(({ createdAt }) => createdAt)
      assert.deepEqual(
        times,
        times.toSorted((a, b) => b - a),
      )
    })

    test('more comments than one response holds are read page by page, each once', async () => {
      const post = await posted(who)
      for (let at = 0; at < 5; at += 1) await door(`posts/${post.id}/comments`, { author: 'ben', message: `No. ${at}` })
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await commentsOf(post, 2, cursor)
        seen.push(...page.comments.map(({ message }) => message))
        cursor = page.next
      } while (cursor !== null)
      assert.deepEqual(seen.sort(), ['No. 0', 'No. 1', 'No. 2', 'No. 3', 'No. 4'])
    })

    test('a reply is sent unchanged, below the top-level comment, and is found again', async () => {
      const post = await posted(who)
      const { id: commentId } = await door(`posts/${post.id}/comments`, { author: 'ben', message: 'Why?' })
      const { id: deeper } = await door(`posts/${commentId}/comments`, { author: 'cleo', message: 'Yes, why?' })
      const asked = { post, message: 'Because.  So\nit is.', since: Date.now(), others: [] }
      assert.equal((await live.reply.find({ ...asked, commentId }, context)).type, 'absent')
      const sent = await live.reply.send({ ...asked, commentId }, context)
      assert.ok(sent.type === 'done' && sent.published)
      const found = await live.reply.find({ ...asked, commentId }, context)
      assert.deepEqual(found.type === 'found' && found.published, sent.published)
      const toAnswer = await live.reply.send({ ...asked, commentId: deeper, message: 'Also so.' }, context)
      assert.ok(toAnswer.type === 'done')
      const deep = { ...asked, commentId: deeper, message: 'Also so.' }
      const foundDeep = await live.reply.find(deep, context)
      assert.deepEqual(foundDeep.type === 'found' && foundDeep.published, toAnswer.published)
      const others = [toAnswer.published?.id ?? '']
      assert.equal((await live.reply.find({ ...deep, others }, context)).type, 'absent')
      const parents = (await commentsOf(post)).comments.filter(({ isOwn }) => isOwn).map(({ parentId }) => parentId)
      assert.deepEqual(parents, [commentId, commentId])
    })

    test('metrics are those that Instagram reports for that kind of post, zeros too', async () => {
      const post = await posted(who)
      await door(`posts/${post.id}/metrics`, { views: 40, reach: 31, likes: 5, saved: 2, total_interactions: 9 })
      const read = await live.readMetrics.read([post, { ...post, id: '17900000000000000' }], context)
      assert.ok(read.type === 'read', JSON.stringify(read))
      assert.deepEqual(
        [...read.value],
        [[post.id, { ...noMetrics, views: 40, reach: 31, likes: 5, comments: 0, shares: 0, saves: 2, engagement: 9 }]],
      )
    })

    test('a story that few people have seen has no metrics, and that is not an error', async () => {
      const story = await posted(who, { message: ' ', platform_options: { instagram: { post_type: 'story' } } })
      const ask = () => live.readMetrics.read([{ ...story, postType: 'story' }], context)
      const few = await ask()
      assert.deepEqual(few.type === 'read' && few.value.get(story.id), { ...noMetrics, likes: 0, comments: 0 })
      await door(`posts/${story.id}/metrics`, { views: 12, reach: 9, replies: 1 })
      const more = await ask()
      const metrics = more.type === 'read' ? more.value.get(story.id) : undefined
      assert.deepEqual([metrics?.views, metrics?.reach, metrics?.comments, metrics?.saves], [12, 9, 1, null])
      assert.deepEqual((await commentsOf({ ...story, postType: 'story' })).comments, [])
    })

    test('the number of followers is read', async () => {
      assert.deepEqual(await live.readAudience(context), { type: 'read', value: { followers: 0 } })
    })

    test('an ended login is reported by every read', async () => {
      const post = await posted(who)
      await bench.look.fault('instagram', { operation: '*', kind: 'token_revoked' })
      const read = await live.readComments({ post, limit: 25, cursor: null }, context)
      assert.equal(read.type, 'reconnect')
    })
  })
