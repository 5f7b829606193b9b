import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { AuthenticationError, Polypost, type Post, type StatusChange, type UploadProgress } from '@polypost/sdk'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { png } from '../harness/small-media.ts'

describe('the SDK against a running instance', () => {
  let instance: SandboxInstance
  let polypost: Polypost

  before(async () => {
    instance = await startSandboxed('sqlite')
    const { key } = await instance.newUser()
    polypost = new Polypost({ url: instance.base, key })
    await polypost.connections.connect({ platform: 'all', environment: 'sandbox' })
  })
  after(() => instance.stop())

  const publish = (message: string) => polypost.posts.create({ message, platforms: ['x', 'bluesky'] })

  test('a post is published and waited for, and its changes are followed without a gap', async () => {
    const stop = new AbortController()
    const changes: StatusChange[] = []
    const started = Promise.withResolvers<void>()
    const following = (async () => {
      const follow = polypost.events.follow({ after: 0, signal: stop.signal })
      started.resolve()
      for await (const change of follow) changes.push(change)
    })()
    await started.promise
    const { post_id } = await publish('Followed')
    const seen: Post['status'][] = []
    const post = await polypost.posts.waitFor(post_id, { onChange: ({ status }) => seen.push(status) })
    assert.equal(post.status, 'successful')
    assert.equal(seen.at(-1), 'successful')
    while (
      !changes.some(({ event, data }) => event === 'post' && data.post_id === post_id && data.status === 'successful')
    )
      await new Promise((resolve) => setTimeout(resolve, 20))
    stop.abort()
    await following
    const ids = changes.map(({ id }) => id)
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => a - b),
    )
  })

  test('walking through a list returns every item once, whatever the size of a page', async () => {
    const made: number[] = []
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    for (let at = 0; at < 5; at += 1)
      made.push(
        (
          await polypost.posts.create({
            message: `Later ${at}`,
            platforms: ['x'],
            scheduled_at: soon,
          })
        ).post_id,
      )
    const walked: number[] = []
    for await (const { id } of polypost.posts.list({ status: ['scheduled'], per_page: 2 })) walked.push(id)
    assert.deepEqual(walked.sort(), made.sort())
    const first = await polypost.posts.list({ status: ['scheduled'], per_page: 2 })
    assert.equal(first.posts.length, 2)
  })

  test('a list with cursors continues too', async () => {
    const { post_id } = await publish('One more')
    await polypost.posts.waitFor(post_id)
    const pages = []
    for await (const page of polypost.analytics.browse({ limit: 1 }).pages()) pages.push(page.groups.length)
    assert.ok(pages.length > 1)
  })

  test('a file is uploaded from a path, a Blob, a stream and an address, with its progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'polypost-sdk-'))
    const path = join(folder, 'pixel.png')
    await writeFile(path, png)
    const told: UploadProgress[] = []
    const byPath = await polypost.media.upload(path, { onProgress: (progress) => told.push(progress) })
    assert.deepEqual(told.at(-1), { sent: png.length, total: png.length })
    const blob = new Blob([png], { type: 'image/png' })
    const byBlob = await polypost.media.upload(blob, { name: 'pixel.png' })
    const byStream = await polypost.media.upload(blob.stream(), { name: 'pixel.png', size: png.length })
    for (const file of [byPath, byBlob, byStream]) {
      assert.deepEqual([file.contentType, file.size], ['image/png', png.length])
      assert.deepEqual(Buffer.from(await (await fetch(file.url)).arrayBuffer()), png)
    }
    await rm(folder, { recursive: true })
  })

  test('an upload that the caller stops ends with the reason of the caller', async () => {
    const reason = new Error('enough')
    const stop = new AbortController()
    const slow = new ReadableStream<Uint8Array>({
      pull: (out) => {
        out.enqueue(png.subarray(0, 1))
        stop.abort(reason)
      },
    })
    await assert.rejects(
      polypost.media.upload(slow, { name: 'pixel.png', size: png.length, signal: stop.signal }),
      reason,
    )
  })

  test('a wrong key ends following at once', async () => {
    const stranger = new Polypost({ url: instance.base, key: 'pp_wrong' })
    await assert.rejects(stranger.events.follow().next(), AuthenticationError)
  })
})
