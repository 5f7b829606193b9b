import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commitOf } from '../../src/system/commit.ts'

test('the commit of a checkout is the one that Git names, wherever Git keeps it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'polypost-commit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const git = (place: string, ...args: string[]) =>
    execFileSync('git', ['-C', place, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      encoding: 'utf8',
    }).trim()
  const isNamed = (place: string) => assert.equal(commitOf(place), git(place, 'rev-parse', 'HEAD'))

  assert.equal(commitOf(folder), null, 'no checkout')
  git(folder, 'init', '--quiet', first)
  assert.equal(commitOf(first), null, 'no commit')
  git(first, 'commit', '--quiet', '--allow-empty', '-m', 'one')
  isNamed(first)
  git(first, 'worktree', 'add', '--quiet', '-b', 'feature/two', second)
  git(second, 'commit', '--quiet', '--allow-empty', '-m', 'two')
  isNamed(second)
  git(first, 'pack-refs', '--all')
  isNamed(first)
  isNamed(second)
  git(first, 'checkout', '--quiet', '--detach')
  isNamed(first)
  writeFileSync(join(first, '.git', 'HEAD'), 'ref: refs/heads/nowhere\n')
  assert.equal(commitOf(first), null)
})
