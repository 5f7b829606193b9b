import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { platforms } from '../../../src/platforms/index.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { createWebhook, disabled, setWebhook } from '../../harness/webhooks.ts'

type Check = { id: string; status: string; summary: string; remedy: string | null }

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env: { X_CLIENT_ID: 'app', X_CLIENT_SECRET: 'app-secret' } })
  })
  after(() => instance.stop())

  const checks = async (): Promise<Check[]> => (await instance.owner('GET', '/health?afresh=true')).body.data.checks
  const check = async (id: string): Promise<Check> => {
    const found = (await checks()).find((one) => one.id === id)
    assert.ok(found, id)
    return found
  }

  test('a healthy instance has no error, and each check has an ID of its own', async () => {
    const all = await checks()
    assert.deepEqual(
      all.filter(({ status }) => status === 'error'),
      [],
    )
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length)
    for (const { name } of platforms) assert.ok(all.some(({ id }) => id === `platform_${name}`))
    for (const { status, remedy } of all) assert.equal(remedy === null, status === 'ok')
    assert.match((await check('database')).summary, kind === 'sqlite' ? /SQLite/ : /PostgreSQL/)
    assert.match((await check('platform_x')).summary, /\/oauth\/callback/)
  })

  test('it shows no secret', async () => {
    const { text } = await instance.owner('GET', '/health')
    for (const secret of ['app-secret', instance.data.env.DATABASE_URL, instance.data.env.POLYPOST_SECRET_KEY])
      if (secret) assert.ok(!text.includes(secret))
  })

  test('a webhook that was disabled and a database that is held are shown with what to do', async () => {
    const user = await instance.newUser()
    await setWebhook(instance.data, await createWebhook(user), disabled())
    assert.match((await check('webhooks')).remedy ?? '', /enable/)

    const setHold = (values: object) =>
      withDatabase(instance.data, (db) => db.updateTable('instance').set(values).execute())
    await setHold({ held_at: 1, held_since: 1, held_until: 2, held_reason: 'The database was restored from a dump.' })
    const { status, remedy } = await check('hold')
    assert.deepEqual([status, (await instance.owner('GET', '/health')).body.data.status], ['error', 'error'])
    assert.match(remedy ?? '', /polypost release/)
    await setHold({ held_at: null, held_since: null, held_until: null, held_reason: null })
  })

  test('a check that fails is a row of the list, and the others still run', async () => {
    const folder = join(instance.data.directory, 'media')
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'no folder')
    const all = await checks()
    assert.equal(all.find(({ id }) => id === 'media_storage')?.status, 'error')
    assert.equal(all.find(({ id }) => id === 'database')?.status, 'ok')
  })
})
