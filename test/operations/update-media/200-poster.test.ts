import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertFile, withDatabase } from '../../harness/rows.ts'

const frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#1f4e79' } })
  .jpeg()
  .toBuffer()
const poster = `data:image/jpeg;base64,${frame.toString('base64')}`

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  test('a video has the small picture that is made of the frame it was given, and loses it again', async () => {
    const user = await instance.newUser()
    const id = await withDatabase(instance.data, (db) => insertFile(db, user.id, { contentType: 'video/mp4' }))
    const change = async (body: object) => (await user.ask('PATCH', `/media/${id}`, { body })).body.data
    assert.equal((await user.ask('GET', `/media/${id}`)).body.data.small_url, null)
    const { small_url, name } = await change({ poster, name: 'film.mp4' })
    assert.equal(name, 'film.mp4')
    const bytes = Buffer.from(await (await fetch(small_url)).arrayBuffer())
    const { format, width, height } = await sharp(bytes).metadata()
    assert.deepEqual([format, width, height], ['webp', 320, 180])
    assert.equal((await change({ name: 'other.mp4' })).small_url, small_url)
    assert.notEqual((await change({ poster })).small_url, small_url)
    assert.equal((await change({ poster: null })).small_url, null)
  })
})
