import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { platforms } from '../src/platforms/index.ts'
import type { Platform } from '../src/platforms/shared/platform.ts'
import { simulators } from '../src/sandbox/platforms/index.ts'
import { nodesOf, parse, type Source, sources } from './harness/source.ts'
import { tested } from './platforms/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const all: readonly Platform[] = platforms
const names = all.map(({ name }) => name)

/** Where each wing has the place of a platform, which is a folder or a page; what stands in it; the names in its index. */
const wings: Readonly<Record<string, { folder: string; files?: readonly string[]; listed?: readonly string[] }>> = {
  adapters: { folder: 'src/platforms', files: ['index.ts'] },
  simulators: { folder: 'src/sandbox/platforms', files: ['index.ts'], listed: Object.keys(simulators) },
  screens: { folder: 'dashboard/src/platforms', files: ['index.tsx', 'words.ts'] },
  tests: { folder: 'test/platforms', files: ['index.ts', 'proofs/faults.test.ts'], listed: Object.keys(tested) },
  guides: { folder: 'docs/platforms' },
}

for (const [wing, { folder, files = [], listed = names }] of Object.entries(wings))
  test(`among the ${wing} each platform has its place, and nothing else has one`, () => {
    const places = readdirSync(root + folder)
      .map((entry) => entry.replace(/\.md$/, ''))
      .filter((entry) => !entry.includes('.') && entry !== 'shared' && entry !== 'README')
    assert.deepEqual(places.sort(), names.toSorted())
    assert.deepEqual(listed.toSorted(), names.toSorted())
    for (const name of names)
      for (const file of files) assert.ok(existsSync(`${root}${folder}/${name}/${file}`), `${name} has no ${file}`)
  })

const folders = ['src', 'dashboard/src', 'sdk/src', 'scripts', 'test']
const isWing = (file: string): boolean =>
  /^(src|src\/sandbox|dashboard\/src|test)\/platforms\//.test(file) &&
  names.some((name) => file.includes(`/platforms/${name}/`))
const isGenerated = (file: string): boolean => /\/generated\//.test(file)

/** The sources that are written by hand outside the folders of the platforms, by their path below the root. */
const outside = folders
  .flatMap((folder) => sources(folder).map(({ file, tree }): Source => ({ file: `${folder}/${file}`, tree })))
  .filter(({ file }) => !isWing(file) && !isGenerated(file) && !file.startsWith('test/real-pds/'))

const indexes = ['src', 'src/sandbox', 'dashboard/src', 'test'].map((wing) => `${wing}/platforms/index.ts`)

/** Whether the file names one of these platforms: as a string, a property or an identifier. */
const isNaming = ({ tree }: Source, some: readonly string[]): boolean =>
  nodesOf(tree).some((node) => (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && some.includes(node.text))

test('a platform that was added later is named by the indexes of the wings, and by nothing else', () => {
  for (const { name } of all.filter(({ addition }) => addition)) {
    const naming = outside.filter((source) => isNaming(source, [name])).map(({ file }) => file)
    assert.deepEqual(naming, indexes.toSorted(), name)
  }
})

test('a file that names it is found however it does so', () => {
  for (const text of [
    `send('mastodon')`,
    'limits.mastodon',
    'const x = { mastodon: 1 }',
    'import { mastodon } from "a"',
  ])
    assert.ok(isNaming(parse('src/usecases/a.ts', text), ['mastodon']), text)
  assert.ok(!isNaming(parse('src/usecases/a.ts', `send('a mastodon')`), ['mastodon']))
})

/** A list of this many platforms has to grow with every new one. */
const many = 6

/** The lists of many platforms in a file, outside examples: arrays, objects, unions and switches. */
const listsIn = ({ file, tree }: Source): string[] =>
  nodesOf(tree).flatMap((node) => {
    const named = new Set(entriesOf(node).filter((name) => names.includes(name)))
    if (named.size < many || isExample(node)) return []
    return [`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${[...named].join(', ')}`]
  })

/** The entries of a list: each by its word or its name, or by the first word of a row. */
function entriesOf(node: ts.Node): string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordsOf)
  if (ts.isObjectLiteralExpression(node)) return node.properties.flatMap(({ name }) => (name ? wordsOf(name) : []))
  if (ts.isUnionTypeNode(node))
    return node.types.flatMap((type) => (ts.isLiteralTypeNode(type) ? wordsOf(type.literal) : []))
  return ts.isCaseBlock(node)
    ? node.clauses.flatMap((clause) => (ts.isCaseClause(clause) ? wordsOf(clause.expression) : []))
    : []
}

function wordsOf(entry: ts.Node): string[] {
  if (ts.isStringLiteralLike(entry) || ts.isIdentifier(entry)) return [entry.text]
  if (ts.isArrayLiteralExpression(entry)) return entry.elements.slice(0, 1).flatMap(wordsOf)
  if (!ts.isObjectLiteralExpression(entry)) return []
  return entry.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && /^(platform|name)$/.test(property.name.getText())
      ? wordsOf(property.initializer)
      : [],
  )
}

const isExample = (node: ts.Node): boolean => {
  const name = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.name.getText() : ''
  return /^example/.test(name) || (node.parent !== undefined && isExample(node.parent))
}

/** The names that the interface promises, word by word. */
const promised = 'test/contract/interface-names.test.ts'

test('nothing outside the wings lists the platforms, except their indexes', () => {
  const found = outside.filter(({ file }) => !indexes.includes(file) && file !== promised).flatMap(listsIn)
  assert.deepEqual(found, [])
})

describe('a list of platforms is found', () => {
  const six = names.slice(0, many)
  const quoted = six.map((name) => `'${name}'`)
  for (const [what, text] of [
    ['as words', `const all = [${quoted}]`],
    ['as rows', `const all = [${quoted.map((name) => `[${name}, 1]`)}]`],
    ['as records', `const all = [${quoted.map((name) => `{ platform: ${name} }`)}]`],
    ['as keys', `const all = { ${six.map((name) => `${name}: 1`)} }`],
    ['as a type', `type All = ${quoted.join(' | ')}`],
    ['as cases', `switch (name) { ${quoted.map((name) => `case ${name}:`).join(' ')} }`],
  ] as const)
    test(what, () => assert.equal(listsIn(parse('test/a.test.ts', text)).length, 1))

  test('but not in an example, and not if it is of some only', () => {
    assert.deepEqual(listsIn(parse('src/contract/a.ts', `const example = [${quoted}]`)), [])
    assert.deepEqual(listsIn(parse('src/contract/a.ts', `const some = [${quoted.slice(1)}]`)), [])
  })
})
