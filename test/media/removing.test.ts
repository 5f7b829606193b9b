import assert from 'node:assert/strict'
import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { day } from '../../src/domain/time.ts'
import { createDiskStorage } from '../../src/media/storage/disk.ts'
import type { Storage } from '../../src/media/storage/storage.ts'
import { systemClock } from '../../src/system/clock.ts'
import { pruneMedia, removeOrphans } from '../../src/worker/pruning/prune-media.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { announce, filesOf, got, mediaRows, put, startMediaInstance } from '../harness/media.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { openInstanceData, withDatabase } from '../harness/rows.ts'
import { picture } from './fixtures.ts'

const png = await picture().png().toBuffer()

onEachDatabase((kind) => {
  let instance: Instance
  let storage: Storage
  before(async () => {
    instance = await startMediaInstance(kind, { roles: { api: true, worker: false } })
    storage = createDiskStorage(join(instance.data.directory, 'media'))
  })
  after(() => instance.stop())

  async function pruning(work: (services: Parameters<typeof pruneMedia>[0]) => Promise<void>, over = storage) {
    const database = openInstanceData(instance.data)
    try {
      await work({ database, storage: over, clock: systemClock, keepDays: 30, pauses: withoutPauses })
    } finally {
      await database.close()
    }
  }

  async function uploaded(age = 0) {
    const upload = await announce(instance.owner, 'image/png', png.length)
    assert.equal((await put(upload, png)).status, 200)
    await backdate(upload.storageKey, age)
    return upload
  }

  const backdate = (key: string, age: number) =>
    withDatabase(instance.data, (db) =>
      db
        .updateTable('media')
        .set({ created_at: Date.now() - age })
        .where('key', '=', key)
        .execute(),
    )

  const keys = async () => (await mediaRows(instance.data)).map(({ key }) => key)

  test('a removal that is interrupted between the file and its row is completed the next time', async () => {
    const [old, young] = [await uploaded(31 * day), await uploaded(29 * day)]
    const used = async () => (await instance.owner('GET', '/usage')).body.data.used.stored_bytes
    const before = await used()
    const broken: Storage = { ...storage, remove: () => Promise.reject(new Error('The process ends here.')) }
    await assert.rejects(pruning(pruneMedia, broken))
    assert.equal((await got(old.publicUrl)).status, 404)
    assert.equal(await used(), before - png.length)
    assert.ok((await keys()).includes(old.storageKey), 'the row says what is still to be removed')
    await pruning(pruneMedia)
    assert.ok(!(await keys()).includes(old.storageKey))
    assert.ok((await keys()).includes(young.storageKey))
    assert.equal((await got(young.publicUrl)).status, 200)
  })

  test('an announced file that has not arrived within a day is forgotten; one that has is not', async () => {
    const [lost, recent] = [
      await announce(instance.owner, 'image/png', png.length),
      await announce(instance.owner, 'image/png', png.length),
    ]
    const arrived = await uploaded(2 * day)
    await backdate(lost.storageKey, 2 * day)
    await pruning(pruneMedia)
    const left = await keys()
    assert.deepEqual(
      [lost, recent, arrived].map(({ storageKey }) => left.includes(storageKey)),
      [false, true, true],
    )
  })

  test('a sweep of the storage removes files without a row that are older than a day, and nothing else', async () => {
    const known = await uploaded()
    const files = await filesOf(instance.data)
    await storage.put('polypost/media/stray', byteSource(), 'image/png')
    await storage.put('polypost/media/fresh', byteSource(), 'image/png')
    const long = new Date(Date.now() - 2 * day)
    for (const file of await filesOf(instance.data)) if (!file.endsWith('fresh')) await utimes(file, long, long)
    await pruning(removeOrphans)
    const left = await filesOf(instance.data)
    assert.deepEqual(
      left.filter((file) => !files.includes(file)).map((file) => file.endsWith('fresh')),
      [true],
    )
    for (const file of files) await stat(file)
    assert.equal((await got(known.publicUrl)).status, 200)
  })
})

async function* byteSource() {
  yield png
}
