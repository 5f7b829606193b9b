import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { createClient } from '../../harness/client.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'

const wide = { POLYPOST_RATE_LIMITS: '1000000,1000000,1000000,1000000' }
const brand = { business_name: 'Acme', website_url: 'https://acme.example' }

function checkIntegrity(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.values(database.prepare('pragma integrity_check').get() ?? {})
  } finally {
    database.close()
  }
}

test('a copy taken under load is complete, and contains everything that was acknowledged before', async (t) => {
  const { data: instanceData, start, run } = await setStage(t, 'sqlite')
  const server = await start('start', wide)
  const ask = createClient(server.base, ownerKey)
  await ask('POST', '/settings', { body: brand })
  const answered: string[] = []
  const begun: string[] = []
  let enough = false
  const load = async (lane: number) => {
    for (let at = 0; !enough; at++) {
      const name = `${lane} ${at}`
      begun.push(name)
      const { body } = await ask('POST', '/profiles', { body: { name } })
      answered.push(name)
      await ask('DELETE', `/profiles/${body.data.profile_id}`)
    }
  }
  const lanes = Array.from({ length: 4 }, (_, lane) => load(lane))
  await eventually('the load is on', () => answered.length > 10)
  const before = [...answered]
  const copy = join(instanceData.directory, 'copy.db')
  const { code, output } = await run(['backup', copy])
  assert.equal(code, 0, output)
  const during = answered.length - before.length
  enough = true
  await Promise.all(lanes)
  assert.ok(during > 0, 'the load went on meanwhile')
  assert.ok(output.includes(copy) && output.includes('secret.key'))

  assert.deepEqual(checkIntegrity(copy), ['ok'])
  assert.equal((await stat(copy)).mode & 0o077, 0)
  const restored = join(instanceData.directory, 'restored')
  await mkdir(restored)
  await copyFile(copy, join(restored, 'polypost.db'))
  await copyFile(join(instanceData.directory, 'secret.key'), join(restored, 'secret.key'))
  const second = createClient((await start('start', { POLYPOST_DATA_DIR: restored })).base, ownerKey)
  assert.deepEqual((await second('GET', '/settings')).body, (await ask('GET', '/settings')).body)
  const copied = await withDatabase(
    { ...instanceData, env: { POLYPOST_DATA_DIR: restored } },
    async (db) => new Set((await db.selectFrom('profiles').select('name').execute()).map(({ name }) => name)),
  )
  assert.deepEqual(
    [...before].filter((name) => !copied.has(name)),
    [],
  )
  assert.deepEqual(
    [...copied].filter((name) => name !== 'Default' && !begun.includes(name)),
    [],
  )
})

test('a copy of a large database finishes even during constant writes', async (t) => {
  const { data: instanceData, run } = await setStage(t, 'sqlite')
  await run(['migrate'])
  const writer = new Worker(new URL('../../store/ballast.ts', import.meta.url), {
    workerData: join(instanceData.directory, 'polypost.db'),
  })
  t.after(() => writer.terminate())
  await once(writer, 'message')
  const copy = join(instanceData.directory, 'copy.db')
  const { code, output } = await run(['backup', copy])
  assert.equal(code, 0, output)
  assert.deepEqual(checkIntegrity(copy), ['ok'])
})

test('an instance that is stopped can be copied, and an existing file is never overwritten', async (t) => {
  const { data: instanceData, start, run } = await setStage(t, 'sqlite')
  await (await start()).end('SIGTERM')
  const file = (name: string) => join(instanceData.directory, name)
  await writeFile(file('precious.db'), 'not to be lost')
  const refused = await run(['backup', file('precious.db')])
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^polypost: .+precious\.db already exists.+\n$/)
  assert.equal(await readFile(file('precious.db'), 'utf8'), 'not to be lost')

  assert.equal((await run(['backup', file('copy.db')])).code, 0)
  assert.deepEqual(checkIntegrity(file('copy.db')), ['ok'])
})

test('a copy that fails is reported in one sentence and leaves nothing behind', async (t) => {
  const { data: instanceData, start, run } = await setStage(t, 'sqlite')
  const nothing = await run(['backup', join(instanceData.directory, 'copy.db')])
  assert.equal(nothing.code, 1)
  assert.match(nothing.output, /^polypost: There is no database at .+\n$/)
  assert.deepEqual(await readdir(instanceData.directory), [])

  await (await start()).end('SIGTERM')
  const before = await readdir(instanceData.directory)
  const nowhere = await run(['backup', join(instanceData.directory, 'no such folder', 'copy.db')])
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.output, /^polypost: The copy could not be written to .+\n$/)
  assert.deepEqual(await readdir(instanceData.directory), before)
})

test('on PostgreSQL, a file is refused, because its database is a folder of backups', async (t) => {
  const { data: instanceData, run } = await setStage(t, 'postgres')
  const { code, output } = await run(['backup', join(instanceData.directory, 'copy.db')])
  assert.equal(code, 2)
  assert.match(output, /^polypost: .+For PostgreSQL, name a folder\.\n$/)
  assert.deepEqual(await readdir(instanceData.directory), [])
})
