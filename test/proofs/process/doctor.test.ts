import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setStage } from '../../harness/stage.ts'

test('doctor prints each check with its remedy, also as JSON, and ends with 1 only on an error', async (t) => {
  const { run, place } = await setStage(t, 'sqlite')
  const fresh = await run(['doctor'])
  assert.equal(fresh.code, 0, fresh.output)
  assert.match(fresh.output, /✓ The database is SQLite/)
  assert.match(fresh.output, /! No worker has run yet\.\n +Start/)

  const one = await run(['doctor', 'twitter', '--json'])
  const { checks } = JSON.parse(one.output)
  assert.deepEqual([one.code, checks.map(({ id }: { id: string }) => id)], [0, ['platform_x']])

  const unknown = await run(['doctor', 'myspace'])
  assert.equal(unknown.code, 1)
  assert.match(unknown.output, /bluesky/)

  await rm(join(place.directory, 'media'), { recursive: true, force: true })
  await writeFile(join(place.directory, 'media'), 'no folder')
  const broken = await run(['doctor'])
  assert.equal(broken.code, 1, broken.output)
})
