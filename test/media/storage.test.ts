import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { childPut, describeStorage, namesIn, type StorageStage } from '../conformance/storage.ts'
import { startS3Server } from '../harness/servers/s3-server.ts'
import { storageAt } from '../harness/storage-place.ts'

async function openDisk(): Promise<StorageStage> {
  const directory = await mkdtemp(join(tmpdir(), 'polypost-media-'))
  return {
    place: { directory },
    leftovers: async () => (await readdir(join(directory, 'tmp'))).length,
    close: () => rm(directory, { recursive: true, force: true }),
  }
}

/** Small pages, so that lists have several. */
const openS3 = (address: 'endpoint' | 'bucketEndpoint') => async (): Promise<StorageStage> => {
  const server = await startS3Server({ pageSize: 4 })
  return {
    place: { s3: { ...server, endpoint: server[address], publicUrl: null } },
    leftovers: async () => server.objects.uploads.size,
    close: server.close,
  }
}

describeStorage('a folder', openDisk, ['written', 'synced', 'renamed'])
describeStorage('an S3 store, path-style', openS3('endpoint'), ['written', 'renamed'])
describeStorage('an S3 store, host-style', openS3('bucketEndpoint'), ['written', 'renamed'])

/** Ways in which a disk is full, and the command that simulates each for a process. */
const fullDisks = {
  // The shell uses blocks of 512 or of 1,024 bytes.
  'a file may not be that large (EFBIG)': () => ['sh', '-c', 'ulimit -f 1024 && exec "$@"', 'sh'],
  'there is no space (ENOSPC)': (directory: string) => {
    const mount = 'mount -t tmpfs -o size=1m polypost "$0" && exec "$@"'
    return ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, directory]
  },
}

for (const [reason, commandIn] of Object.entries(fullDisks))
  test(`a folder where ${reason} stores nothing of the file, and accepts a smaller one`, async (t) => {
    const { place, close } = await openDisk()
    t.after(close)
    assert.ok('directory' in place)
    const [command = '', ...args] = commandIn(place.directory)
    if (spawnSync(command, [...args, 'true']).status !== 0) return t.skip(`${command} is not permitted here`)
    const errand = { place, key: 'a/b', bytes: 8 * 1024 ** 2, thenBytes: 100 * 1024 }
    const { error, left } = await childPut(errand, {}, [command, ...args])
    assert.deepEqual([error, left], ['StorageFull', ['a,b-then']])
  })

test('a folder receives every upload itself, and every reader asks the service', async (t) => {
  const { place, close } = await openDisk()
  t.after(close)
  const storage = await storageAt(place)
  assert.equal(await storage.presignPut('a', { contentType: 'image/png', size: 1, seconds: 60 }), null)
  assert.equal(storage.publicUrl('a'), null)
})

test('a folder ignores foreign files when it lists and sweeps, also before its first file', async (t) => {
  const { place, close } = await openDisk()
  t.after(close)
  assert.ok('directory' in place)
  const storage = await storageAt(place)
  assert.deepEqual([await namesIn(storage), await storage.removeUnfinished('', Date.now())], [[], 0])
  await storage.put('a', new Blob(['a']).stream(), 'image/png')
  await writeFile(join(place.directory, 'files', '.DS_Store'), '')
  assert.deepEqual(await namesIn(storage), ['a'])
})

test('folders stay small: three hundred files are spread over more than a hundred', async (t) => {
  const { place, close } = await openDisk()
  t.after(close)
  assert.ok('directory' in place)
  const storage = await storageAt(place)
  const keys = Array.from({ length: 300 }, (_, index) => `m/${index}`)
  for (const key of keys) await storage.put(key, new Blob([key]).stream(), 'image/png')
  const outer = await readdir(join(place.directory, 'files'))
  assert.ok(outer.length > 100 && outer.every((name) => /^[0-9a-f]{2}$/.test(name)))
})
