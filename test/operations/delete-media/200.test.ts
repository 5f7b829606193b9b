import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { library, uploadNamed } from '../../harness/library.ts'
import { filesOf, got, mediaRows } from '../../harness/media.ts'
import { createPost, jobIn, newPublisher, setJob, startAccepting } from '../../harness/posts.ts'

onEachOwnInstance(startAccepting, (instance) => {
  test('a deleted file is gone: its row, its bytes, its URL and the storage that it used', async () => {
    const user = await instance.newUser()
    const { id, publicUrl } = await uploadNamed(user, 'gone.png')
    const files = await filesOf(instance.data)
    assert.deepEqual((await user.ask('DELETE', `/media/${id}`)).body, { status: 'ok', data: { id, deleted: true } })
    assert.equal((await filesOf(instance.data)).length, files.length - 1)
    assert.equal((await got(publicUrl)).status, 404)
    assert.deepEqual((await library(user)).media, [])
    assert.ok((await mediaRows(instance.data)).every(({ key }) => key !== id))
    assert.equal((await user.ask('GET', '/usage')).body.data.used.stored_bytes, 0)
    assert.equal((await user.ask('DELETE', `/media/${id}`)).status, 404)
    const { status, body } = await user.ask('POST', '/drafts', { body: { media: [{ url: publicUrl }] } })
    assert.deepEqual([status, body.error.details[0].code], [422, 'media_not_hosted'])
  })

  test('a file that never arrived, and a file of a post that has ended, can be deleted', async () => {
    const user = await newPublisher(instance, { platforms: ['bluesky'] })
    const { body } = await user.ask('POST', '/upload', {
      body: { filename: 'a.png', contentType: 'image/png', size: 1_000 },
    })
    assert.equal((await user.ask('DELETE', `/media/${body.id}`)).status, 200)
    const { id, publicUrl } = await uploadNamed(user, 'published.png')
    const post = await createPost(user, { platforms: ['bluesky'], media: [{ url: publicUrl }] })
    await setJob(instance.data, post.jobIds[0] ?? 0, jobIn.completed(), 'successful')
    assert.equal((await user.ask('DELETE', `/media/${id}`)).status, 200)
    assert.equal((await user.ask('GET', `/posts/${post.id}`)).body.data.media[0].url, publicUrl)
  })
})
