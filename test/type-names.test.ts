import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript'
import { nodesOf, parse, type Source, sources } from './harness/source.ts'

/** One word that says what was done to a thing, and not what the thing is. */
const participle =
  /^([A-Z][a-z]+(ed|ing)|Shown|Given|Found|Kept|Met|Told|Written|Sent|Taken|Held|Made|Read|Known|Done|Left|Chosen|Seen|Lost|Begun|Built|Said|Meant)$/

const nouns = [
  ...['Beginning', 'Encoding', 'Ending', 'Finding', 'Paging', 'Ranking', 'Reading', 'Setting', 'Warning'],
  // A verb of English that is no participle.
  ...['Feed', 'Need', 'Seed', 'Speed'],
]

const isExported = (node: ts.Declaration): boolean =>
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0

const isType = (node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

/** The exported types of a file that are no nouns. */
const participlesIn = ({ tree }: Pick<Source, 'tree'>): string[] =>
  nodesOf(tree).flatMap((node) => {
    const name = isType(node) && isExported(node) ? (node.name?.text ?? '') : ''
    return participle.test(name) && !nouns.includes(name) ? [name] : []
  })

test('an exported type is named by a noun with its owner, such as SlotQuery, and never by a participle', () => {
  const found = ['src', 'dashboard/src', 'sdk/src', 'scripts', 'test', 'bench'].flatMap((folder) =>
    sources(folder).flatMap((source) => participlesIn(source).map((name) => `${folder}/${source.file}: ${name}`)),
  )
  assert.deepEqual(found, [])
})

test('a participle is found', () => {
  const text =
    'export interface Asked {}\nexport type Wanted = 1\nexport class Running {}\nexport type Setting = 1\ninterface Own {}'
  assert.deepEqual(participlesIn(parse('a.ts', text)), ['Asked', 'Wanted', 'Running'])
})
