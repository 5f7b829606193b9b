import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeGroup } from '../../scripts/test-groups.ts'
import { databaseKinds } from './database.ts'

const urlOf = (module: string): string => new URL(module, import.meta.url).href

/** A file of tests that prints which instance it uses. */
const printing = `
import { test } from 'node:test'
import { onEachInstance } from '${urlOf('each-instance.ts')}'
import { startInstance } from '${urlOf('instance.ts')}'

onEachInstance(startInstance, (instance, kind) => {
  test('it answers', async () => {
    const { id } = await instance.newUser()
    console.log('used ' + JSON.stringify({ kind, id, base: instance.base, folder: instance.data.directory }))
  })
})
`

test('files of one process share an instance on each database; it is stopped and removed when all have run', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'polypost-shared-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const files = ['one.test.mjs', 'two.test.mjs'].map((name) => join(directory, name))
  for (const file of files) writeFileSync(file, printing)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawnSync(process.execPath, [writeGroup(directory, 0, { files }, Infinity)], { env, encoding: 'utf8' })
  assert.equal(run.status, 0, run.stdout + run.stderr)
  const used = [...run.stdout.matchAll(/used (\{.*\})/g)].map(([, line = '']) => JSON.parse(line))
  assert.equal(used.length, files.length * databaseKinds.length, run.stdout)
  for (const kind of databaseKinds) {
    const [one, two] = used.filter((use) => use.kind === kind)
    assert.deepEqual([one.base, one.folder], [two.base, two.folder])
    assert.notEqual(one.id, two.id)
    // On PostgreSQL, the database is dropped before the folder is removed.
    assert.equal(existsSync(one.folder), false)
  }
})
