import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSealer } from '../../../src/crypto/seal.ts'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

const secretKey = 'a secret for the tests that is long enough'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_SECRET_KEY: secretKey })
  })
  after(() => instance.stop())

  const read = async ({ ask }: User) => {
    const { status, body, text } = await ask('GET', '/callback-secret')
    assert.equal(status, 200, text)
    return body.data
  }

  test('the first read creates the secret, and all reads return the same one, concurrent reads too', async () => {
    const user = await instance.newUser()
    const all = await Promise.all(Array.from({ length: 10 }, () => read(user)))
    assert.match(all[0].secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.ok(Math.abs(Date.parse(all[0].created_at) - Date.now()) < 60_000)
    for (const one of [...all, await read(user)]) assert.deepEqual(one, all[0])
  })

  test('every user has a separate secret', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    assert.notEqual((await read(ana)).secret, (await read(ben)).secret)
  })

  test('the database stores it encrypted', async () => {
    const user = await instance.newUser()
    const { secret } = await read(user)
    const row = await withDatabase(instance.data, (db) =>
      db.selectFrom('callback_secrets').selectAll().where('user_id', '=', user.id).executeTakeFirst(),
    )
    assert.ok(!JSON.stringify(row).includes(secret.slice('whsec_'.length)))
    const place = `callback_secrets.secret:${user.id}`
    assert.equal(createSealer([secretKey]).open(row?.secret ?? '', place), secret)
  })
})
