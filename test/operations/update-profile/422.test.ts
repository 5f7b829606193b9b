import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertFile, withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  test('a picture that is no image of the caller is refused: a video, one that has not arrived, and a foreign one', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const foreign = (await uploadNamed(other, 'theirs.png')).publicUrl
    const base = foreign.slice(0, foreign.lastIndexOf('/') + 1)
    const video = await withDatabase(instance.data, (db) => insertFile(db, user.id, { contentType: 'video/mp4' }))
    const announced = await user.ask('POST', '/upload', {
      body: { filename: 'late.png', contentType: 'image/png', size: 10 },
    })
    for (const picture of [foreign, `${base}${video}`, announced.body.publicUrl, 'https://elsewhere.example/a.png']) {
      const { status, body } = await user.ask('PATCH', `/profiles/${user.profileId}`, { body: { picture } })
      assert.deepEqual([status, body.error.code, body.error.details[0].path], [422, 'content_rejected', 'picture'])
    }
    assert.equal((await user.ask('GET', `/profiles/${user.profileId}`)).body.data.picture, null)
  })
})
