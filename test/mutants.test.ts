import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mutants, planted } from '../scripts/mutants-list.ts'
import { root } from '../scripts/test-files.ts'

test('each bug of “npm run mutants” can still be planted, and the tests that must notice it exist', () => {
  for (const mutant of mutants) {
    assert.notEqual(mutant.from, mutant.to, mutant.bug)
    planted(root, mutant)
    for (const file of mutant.tests) assert.ok(existsSync(join(root, file)), `${file}, of “${mutant.bug}”, is missing`)
  }
  assert.equal(new Set(mutants.map(({ bug }) => bug)).size, mutants.length)
})
