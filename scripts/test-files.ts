import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseKind } from '../src/store/engine/database.ts'
import { draw } from './test-draw.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Which tests a run takes: `quick` for every save, `test` for every change, `proofs` for what takes long. */
export type Loop = 'quick' | 'test' | 'proofs'

/** Slow by nature: processes that are killed, at chosen points and at random, and long random input. */
export const isProof = (file: string): boolean => file.includes('/proofs/')

/** Folders whose tests are pure, or call operations of an instance that runs in their own process. */
const quickFolders = [
  'test/accounts',
  'test/commands',
  'test/crypto',
  'test/domain',
  'test/model',
  'test/operations',
  'test/platforms',
  'test/queue',
  'test/store',
  'test/usecases',
]

/** The simulators against something independent: they change seldom, so `quick` leaves them out. */
const slowFolder = /^test\/platforms\/\w+\/(simulator|clients)$/

/** Helpers for other processes and a browser: `quick` leaves out their tests, too. */
const slowHelpers = ['browser.ts', 'process.ts', 'servers/real-pds.ts'].map((name) => `test/harness/${name}`)

/** These tests need PostgreSQL also in a run on SQLite only. */
const needsPostgres = (file: string): boolean =>
  file !== databaseMaker && /makeInstanceData\('postgres'/.test(read(file))

/** The files of a loop. Each file is in exactly one of `test` and `proofs`. */
export function filesOf(loop: Loop): string[] {
  // A test may have packages of its own, which have tests too.
  const all = globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] }).sort()
  // The longest start first, so that they do not run alone at the end.
  if (loop === 'proofs') return all.filter(isProof).sort((a, b) => Number(hasManyCases(b)) - Number(hasManyCases(a)))
  const everyday = all.filter((file) => !isProof(file))
  return loop === 'test' ? everyday : everyday.filter(isQuick)
}

/** Kills at every point or at random, and the faults of every platform: they take long, and resemble each other. */
const hasManyCases = (proof: string): boolean => /\/crash\/(points|random)-/.test(proof) || meetsFaults(proof)

const meetsFaults = (proof: string): boolean => proof.endsWith('/proofs/faults.test.ts')

/**
 * In an order that the seed draws. Proofs that alone cover something come first, because time may end before the last. Then
 * come those that take longest, so that they do not run alone at the end.
 */
export function drawnOrder(proofs: readonly string[], seed: string): string[] {
  const rank = (proof: string) => Number(hasManyCases(proof)) + Number(meetsFaults(proof))
  return proofs.toSorted((a, b) => draw(seed, a, 2 ** 32) - draw(seed, b, 2 ** 32)).sort((a, b) => rank(a) - rank(b))
}

/** Tests of refused requests. */
const testsRefusals = (file: string): boolean => /^test\/operations\/[\w-]+\/4\d\d[\w-]*\.test\.ts$/.test(file)

/** Requests at the same time, transactions that hold each other up, and cases of one database. */
const dependsOnDatabase = (file: string): boolean => /Promise\.all|askDuring|kind ===/.test(read(file))

/** The files that run on one database only, and on which: a refusal seldom depends on it. */
export function drawnDatabases(files: readonly string[], seed: string): ReadonlyMap<string, DatabaseKind> {
  const drawn = files.filter((file) => testsRefusals(file) && usesDatabases(file) && !dependsOnDatabase(file))
  return new Map(drawn.map((file) => [file, draw(seed, file, 2) === 0 ? 'sqlite' : 'postgres']))
}

const usesDatabases = (file: string): boolean => /onEach(Database|Instance|OwnInstance)\(/.test(read(file))

function isQuick(file: string): boolean {
  const folder = dirname(file)
  if (folder === 'test') return file !== 'test/launcher.test.ts'
  if (slowFolder.test(folder)) return false
  if (!quickFolders.some((quick) => folder === quick || folder.startsWith(`${quick}/`))) return false
  const used = importsOf(file)
  return !slowHelpers.some((helper) => used.has(helper)) && ![...used].some(needsPostgres)
}

export interface Needs {
  readonly browser: boolean
  readonly postgres: boolean
}

/** The programs that these files need before they run. */
export function needsOf(files: readonly string[]): Needs {
  const used = new Set(files.flatMap((file) => [...importsOf(file)]))
  const isPostgres = (file: string) =>
    file !== databaseMaker && /onEachDatabase|databaseKinds|'postgres'/.test(read(file))
  return {
    browser: used.has('test/harness/browser.ts'),
    postgres: used.has(databaseMaker) && [...used].some(isPostgres),
  }
}

/** This file defines the name that the others import if they need PostgreSQL. */
const databaseMaker = 'test/harness/database.ts'

const graph = new Map<string, ReadonlySet<string>>()

/** The file and all files of `test` and `scripts` that it imports, directly or not. */
function importsOf(file: string): ReadonlySet<string> {
  const known = graph.get(file)
  if (known) return known
  const found = new Set([file])
  for (const one of found) for (const imported of directImports(one)) found.add(imported)
  graph.set(file, found)
  return found
}

const directly = new Map<string, readonly string[]>()

function directImports(file: string): readonly string[] {
  const known = directly.get(file)
  if (known) return known
  const specifiers = [...read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+\.ts)'/g)].map(
    ([, name = '']) => name,
  )
  const imported = specifiers
    .map((name) => relative(root, resolve(root, dirname(file), name)).replaceAll('\\', '/'))
    .filter((name) => /^(test|scripts)\//.test(name) && existsSync(join(root, name)))
  directly.set(file, imported)
  return imported
}

const texts = new Map<string, string>()

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}
