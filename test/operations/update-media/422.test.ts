import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertFile, withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  for (const [what, bytes] of [
    ['text', Buffer.from('no image')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ] as const)
    test(`a poster that is ${what} is refused, and nothing changes`, async () => {
      const user = await instance.newUser()
      const id = await withDatabase(instance.data, (db) => insertFile(db, user.id, { contentType: 'video/mp4' }))
      const body = { name: 'other.mp4', poster: `data:image/png;base64,${bytes.toString('base64')}` }
      const reply = await user.ask('PATCH', `/media/${id}`, { body })
      assert.deepEqual([reply.status, reply.body.error.details[0].path], [422, 'poster'])
      const { name, small_url } = (await user.ask('GET', `/media/${id}`)).body.data
      assert.deepEqual([name === 'other.mp4', small_url], [false, null])
    })
})
