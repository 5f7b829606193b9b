import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { giving, originFor, uploadUrl } from '../../harness/media.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachInstance(startAccepting, (instance) => {
  const read = async ({ ask }: User, id: string) => (await ask('GET', `/media/${id}`)).body.data

  test('a file is shown with what its bytes say', async () => {
    const user = await instance.newUser()
    const { id, publicUrl } = await uploadNamed(user, 'launch.png')
    const { created_at, ...shown } = await read(user, id)
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
    assert.deepEqual(shown, {
      id,
      name: 'launch.png',
      alt_text: null,
      url: publicUrl,
      small_url: shown.small_url,
      kind: 'image',
      status: 'ready',
      content_type: 'image/png',
      size: png.length,
      width: 1,
      height: 1,
      rotation: 0,
      seconds: null,
      frame_rate: null,
      video_codec: null,
      audio_codec: null,
      animated: false,
      used_in: {
        posts: { count: 0, newest: [] },
        deleted_posts: { count: 0, newest: [] },
        drafts: { count: 0, newest: [] },
      },
    })
  })

  test('a file whose bytes have not arrived is shown as awaited', async () => {
    const user = await instance.newUser()
    const { body } = await user.ask('POST', '/upload', {
      body: { filename: 'film.mp4', contentType: 'video/mp4', size: 1_000 },
    })
    const { status, kind: what, width, size } = await read(user, body.id)
    assert.deepEqual([status, what, width, size], ['awaiting', 'video', null, 1_000])
  })

  test('the posts and drafts that use a file are counted once each, also as a cover, and the newest are named', async () => {
    const user = await newPublisher(instance)
    const { id, publicUrl } = await uploadNamed(user, 'used.png')
    const media = [{ url: publicUrl }]
    const posts = []
    for (let count = 0; count < 22; count += 1) posts.unshift((await schedulePost(user, { media })).id)
    const draft = await saveDraft(user, { media: [{ url: publicUrl, thumbnail_url: publicUrl }] })
    const deleted = posts.splice(0, 2)
    for (const one of deleted) await user.ask('DELETE', `/posts/${one}`)
    await user.ask('POST', `/posts/${deleted[1]}/restore`, { body: {} }).then(({ body }) => posts.unshift(body.post_id))
    assert.deepEqual((await read(user, id)).used_in, {
      posts: { count: 21, newest: posts.slice(0, 20) },
      deleted_posts: { count: 1, newest: [deleted[0]] },
      drafts: { count: 1, newest: [draft.id] },
    })
  })

  for (const [path, name] of [
    ['/films/my%20launch.png?size=1', 'my launch.png'],
    ['/a%2Fb%00%E2%80%AEgnp.exe', 'bgnp.exe'],
    ['/%zz', '%zz'],
    ['/', null],
  ] as const)
    test(`a download from ${path} is named ${name ?? 'by its ID'}`, async (t) => {
      const user = await instance.newUser()
      const origin = await originFor(t, giving(png, { 'Content-Length': String(png.length) }))
      const { body, text } = await uploadUrl(user.ask, new URL(path, origin.url).href)
      assert.ok(body.id, text)
      assert.equal((await read(user, body.id)).name, name ?? body.id)
    })
})
