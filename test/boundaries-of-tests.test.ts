import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { circlesIn } from './harness/circles.ts'
import { type Import, importsOf, nodesOf, parse, type Source, sources } from './harness/source.ts'

const all = sources('test').filter(({ file }) => !file.startsWith('real-pds/'))
const imports = all.flatMap((source) => importsOf(source, { computed: true })).filter(({ isPackage }) => !isPackage)

/** The tested code, and the code that runs the tests. */
const isOutside = (path: string): boolean => /^(src|sdk|scripts|dashboard|docs)\//.test(path)

/** Files that every test may use. */
const isHelper = (path: string): boolean => /^(harness|real-pds)\//.test(path) || path === 'media/fixtures.ts'

const platformOf = (path: string): string | undefined => /^platforms\/([^/]+)\//.exec(path)?.[1]

function isForbidden({ file, target }: Import): boolean {
  if (target.endsWith('.test.ts')) return true
  if (isOutside(target) || isHelper(target)) return false
  if (file.startsWith('harness/')) return true
  const platform = platformOf(file)
  if (platform === undefined || platformOf(target) === platform) return false
  // A proof is two lines: the suite, for this platform.
  if (target === 'publish/faults.ts') return !file.includes('/proofs/')
  return platformOf(target) !== 'shared'
}

const forbidden = (found: readonly Import[]): string[] =>
  found.filter(isForbidden).map(({ file, target }) => `${file} imports ${target}`)

test('the harness uses no test, and a platform’s tests use no other platform’s', () => {
  assert.ok(imports.length > 2_000, 'the imports were not found')
  assert.deepEqual(forbidden(imports), [])
})

test('no test file imports itself through a cycle, not even by types', () => {
  assert.deepEqual(circlesIn(imports), [])
})

describe('an import that is not allowed is found', () => {
  const cases: readonly (readonly [file: string, text: string, found: boolean])[] = [
    ['harness/publishing.ts', `import type { Tested } from '../platforms/index.ts'`, true],
    ['harness/publishing.ts', `import { look } from '../publish/seen.ts'`, true],
    ['harness/publishing.ts', `import { platforms } from '../../src/platforms/index.ts'`, false],
    ['harness/publishing.ts', `import { film } from '../media/fixtures.ts'`, false],
    ['publish/pace.test.ts', `import { rules } from './rules.test.ts'`, true],
    ['publish/pace.test.ts', `import { tested } from '../platforms/index.ts'`, false],
    ['platforms/x/plan.test.ts', `import { crash } from '../threads/crash.ts'`, true],
    ['platforms/x/plan.test.ts', `import { tested } from '../index.ts'`, true],
    ['platforms/x/plan.test.ts', `import { of } from '../shared/points.ts'`, false],
    ['platforms/x/plan.test.ts', `import { faultsOn } from '../../publish/faults.ts'`, true],
    ['platforms/x/proofs/faults.test.ts', `import { faultsOn } from '../../../publish/faults.ts'`, false],
    ['platforms/shared/tested.ts', `import { x } from '../x/index.ts'`, true],
  ]
  for (const [file, text, found] of cases)
    test(`${found ? 'refused' : 'allowed'}: ${text} in ${file}`, () => {
      assert.equal(importsOf(parse(file, text)).some(isForbidden), found)
    })
})

/** Whether the module waits for something while it is loaded. */
const waits = ({ tree }: Source): boolean =>
  nodesOf(tree).some((node) => ts.isAwaitExpression(node) && !ts.findAncestor(node, ts.isFunctionLike))

test('no module that several files of tests share is awaited: their tests would be declared in the wrong suite', () => {
  // Each runs in a process of its own.
  const programs = ['harness/sandbox-child.ts', 'harness/storage-child.ts']
  const shared = all.filter(({ file }) =>
    /^(harness|platforms\/(\w+\/(index|rules|content|faults|crash|sign-in|duplicates)\.ts|shared\/))/.test(file),
  )
  const found = shared.filter((source) => waits(source) && !programs.includes(source.file)).map(({ file }) => file)
  assert.deepEqual(found, [])
})
