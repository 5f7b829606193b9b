import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CommentedPost, listOf, publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { commentedPlatforms } from '../../platforms/needs.ts'

interface Comment {
  readonly id: string
  readonly platform: string
  readonly post_id: number
  readonly parent_id: string | null
  readonly message: string
  readonly created_at: string
  readonly is_own: boolean
  readonly can_reply: boolean
}

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  for (const platform of commentedPlatforms)
    test(`${platform}: comments and their replies are listed newest first, and one’s own are marked`, async () => {
      const post = await publishCommented(bench, [platform], { comments_under_post: ['Our own.'] })
      await bench.until('the own comment is there', post.on(platform).jobId, ({ due_at }) => due_at === null)
      const first = await post.comment(platform, 'Do you ship?')
      const second = await post.comment(platform, 'To where?', first)
      const { body } = await listOf(post)
      const { comments, ...rest } = body.data
      assert.deepEqual(rest, { platform, post_id: post.postId, platform_errors: [], next_cursor: null })
      assert.ok(isNewestFirst(comments))
      const { jobId, remoteId } = post.on(platform)
      for (const one of comments)
        assert.deepEqual([one.platform, one.post_id, one.remote_post_id], [platform, jobId, remoteId])
      const shown = new Map(comments.map((one: Comment) => [one.message, [one.parent_id, one.is_own, one.can_reply]]))
      assert.deepEqual(shown.get('Our own.'), [null, true, false])
      assert.deepEqual(shown.get('Do you ship?'), [null, false, true])
      assert.deepEqual(shown.get('To where?'), [first, false, true])
      assert.deepEqual(
        [first, second].map((id) => comments.filter((one: Comment) => one.id === id).length),
        [1, 1],
      )
    })

  test('a group is read by any of its IDs, a platform filter reads one platform, and a job shows its platform name', async () => {
    const post = await publishCommented(bench, ['facebook', 'x', 'threads'])
    for (const [at, platform] of (['x', 'facebook', 'threads', 'x'] as const).entries())
      await post.comment(platform, `No. ${at}`)
    for (const id of [post.postId, post.on('x').jobId]) {
      const { data } = (await listOf({ ...post, postId: id })).body
      assert.deepEqual([data.platform, data.post_id, data.comments.length], ['multiple', id, 4])
      assert.ok(isNewestFirst(data.comments))
      for (const one of data.comments) assert.equal(one.post_id, post.on(one.platform).jobId)
    }
    for (const word of ['x', 'twitter']) {
      const { data } = (await listOf(post, { platform: word })).body
      assert.deepEqual([data.platform, messagesOf(data).sort()], [word, ['No. 0', 'No. 3']])
    }
  })

  test('paging shows every comment of every platform once, even if new ones arrive', async () => {
    const post = await publishCommented(bench, commentedPlatforms)
    const made: string[] = []
    for (let at = 0; at < 6; at += 1)
      for (const platform of commentedPlatforms) {
        const message = `${platform} ${at}`
        const id = await post.comment(platform, message)
        made.push(message)
        if (at % 3 === 0) {
          await post.comment(platform, `${message}, answered`, id)
          made.push(`${message}, answered`)
        }
      }
    for (const limit of [1, 3, 5, 100]) {
      const seen = await walk(post, limit, (page) =>
        post.comment(commentedPlatforms[page] ?? 'x', `Meanwhile ${limit}.`),
      )
      const ofThose = seen.filter((message) => made.includes(message))
      assert.deepEqual(ofThose.toSorted(), made.toSorted(), `by ${limit}`)
    }
  })

  test('a platform that fails or refuses is a row of errors, and the others are still listed', async () => {
    const post = await publishCommented(bench, ['facebook', 'threads', 'x'])
    for (const platform of ['facebook', 'threads', 'x'] as const) await post.comment(platform, `On ${platform}.`)
    await bench.simulated.fault('threads', { operation: 'read', kind: 'timeout_before' })
    await bench.simulated.fault('x', { operation: 'read', kind: 'rate_limit' })
    const { data } = (await listOf(post)).body
    await bench.simulated.clear('threads')
    await bench.simulated.clear('x')
    assert.deepEqual(messagesOf(data), ['On facebook.'])
    assert.deepEqual(
      data.platform_errors.map((one: { platform: string; code: string; post_id: number }) => [
        one.platform,
        one.code,
        one.post_id,
      ]),
      [
        ['threads', 'platform_error', post.on('threads').jobId],
        ['x', 'rate_limited', post.on('x').jobId],
      ],
    )
    assert.equal(data.next_cursor, null)
  })

  test('in a group, unpublished jobs and accounts that are not connected are rows of errors', async () => {
    const post = await publishCommented(bench, ['facebook', 'threads'])
    await post.comment('facebook', 'Hello.')
    assert.equal((await post.who.ask('POST', '/disconnect', { body: { platform: 'threads' } })).status, 200)
    const { data } = (await listOf(post)).body
    assert.deepEqual(messagesOf(data), ['Hello.'])
    assert.deepEqual(codesOf(data), [['threads', 'platform_not_connected']])
  })

  test('a simulated account that was connected at once has comments like any other', async () => {
    const post = await publishCommented(bench, ['threads'])
    const profile = (await post.who.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    const { body, status } = await listOf(post, { profile_id: profile })
    assert.deepEqual([status, body.error.code], [422, 'platform_not_connected'])
    await bench.simulated.connect(post.who.ask, 'threads', post.who.name, profile)
    await post.comment('threads', 'Hello.')
    const { data } = (await listOf(post, { profile_id: profile })).body
    assert.deepEqual(messagesOf(data), ['Hello.'])
  })
})

const messagesOf = ({ comments }: { comments: readonly Comment[] }): string[] => comments.map(({ message }) => message)

const codesOf = ({ platform_errors }: { platform_errors: readonly { platform: string; code: string }[] }) =>
  platform_errors.map(({ platform, code }) => [platform, code])

const isNewestFirst = (comments: readonly Comment[]): boolean =>
  comments.every((one, at) => at === 0 || one.created_at <= (comments[at - 1]?.created_at ?? ''))

/** All pages in order; a new comment appears after each of the first ones. */
async function walk(
  post: CommentedPost,
  limit: number,
  meanwhile: (page: number) => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = []
  const ids = new Set<string>()
  let cursor: string | null = null
  for (let page = 0; ; page += 1) {
    const { status, body, text } = await listOf(post, { limit, ...(cursor === null ? {} : { cursor }) })
    assert.equal(status, 200, text)
    assert.ok(body.data.comments.length <= limit)
    for (const { id, platform, message } of body.data.comments) {
      assert.ok(!ids.has(`${platform} ${id}`), `“${message}” is shown twice`)
      ids.add(`${platform} ${id}`)
      seen.push(message)
    }
    cursor = body.data.next_cursor
    if (cursor === null) return seen
    if (page < 6) await meanwhile(page)
  }
}
