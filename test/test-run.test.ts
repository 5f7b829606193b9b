import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { drawnDatabases, filesOf, needsOf, root } from '../scripts/test-files.ts'
import { groupsOf } from '../scripts/test-groups.ts'

const script = join(root, 'scripts', 'test.ts')

test('a quick run takes no file that needs a browser, or PostgreSQL in any case', () => {
  const quick = filesOf('quick')
  assert.equal(needsOf(quick).browser, false)
  assert.equal(quick.includes('test/store/wake.test.ts'), false, 'it is about messages between processes of PostgreSQL')
  assert.ok(quick.includes('test/store/due-lanes.test.ts'), 'what runs on each database runs on SQLite')
})

test('a file about refusals runs on one database, which the seed draws; what depends on the database runs on both', () => {
  const files = filesOf('test')
  const seeds = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
  const met = new Map<string, Set<string>>()
  for (const seed of seeds) {
    const drawn = drawnDatabases(files, seed)
    assert.deepEqual(drawnDatabases(files, seed), drawn)
    for (const [file, database] of drawn) met.set(file, (met.get(file) ?? new Set()).add(database))
    const groups = groupsOf(files, drawn)
    assert.deepEqual(groups.flatMap((group) => group.files).toSorted(), files.toSorted(), 'each file runs once')
    for (const { files: together, database } of groups)
      for (const file of together) assert.equal(drawn.get(file), database, file)
  }
  assert.ok(met.size > 50, `${met.size} files`)
  assert.ok([...met.keys()].every((file) => /\/4\d\d[^/]*$/.test(file)))
  assert.ok([...met.values()].filter(({ size }) => size === 2).length > met.size * 0.9, 'both databases are drawn')
  const atOnce = 'test/operations/create-profile/409.test.ts'
  assert.ok(files.includes(atOnce) && !met.has(atOnce), 'it sends several requests at once')
})

test('an option that the tests do not know is refused in one sentence, and nothing runs', () => {
  for (const option of ['--help', '--minutes=soon', '-v']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, option], { encoding: 'utf8' })
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, new RegExp(`^${option} is not an option of the tests: the options are .*\\.\\n$`))
  }
})
