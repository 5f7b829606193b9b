import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutants, planted } from './mutants-list.ts'
import { table } from './table.ts'
import { root } from './test-files.ts'
import { startOwnServer } from './test-postgres.ts'

/**
 * `npm run mutants`: plants each bug of `mutants-list.ts` in a copy of the checkout, one at a time, and runs the tests that
 * must notice it. `npm run mutants -- fence browse` plants those of two areas; `-- --write` writes the results into
 * docs/mutants.md, where those of other areas stay.
 */
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const chosen = positionals.length === 0 ? mutants : mutants.filter(({ area }) => positionals.includes(area))
if (chosen.length === 0) throw new Error(`No bug has this area: ${positionals.join(', ')}.`)

/** In milliseconds. A test that waits for something in vain shall fail soon, but not on a busy machine. */
const patience = 120_000
/** The tests of one bug. After this time they hang because of it. */
const longestRun = 5 * 60_000
const page = 'docs/mutants.md'
/** A test that fails, in the output of the TAP reporter. */
const failure = /^ *not ok \d+ - (.*)\n/m

type MutantResult =
  | { readonly type: 'caught'; readonly by: string }
  | { readonly type: 'survived' }
  /** Nothing can be said: the file cannot be loaded with the bug, or the tests fail without it. */
  | { readonly type: 'broken'; readonly why: string }

interface MutantRun {
  readonly mutant: Mutant
  readonly ending: MutantResult
  readonly seconds: number
}

const titles = { caught: 'caught', survived: 'SURVIVED', broken: 'BROKEN' } as const satisfies Record<
  MutantResult['type'],
  string
>

// Before anything takes time.
for (const mutant of mutants) planted(root, mutant)
const temporary = mkdtempSync(join(tmpdir(), 'polypost-mutants-'))
// The user that runs PostgreSQL needs access.
chmodSync(temporary, 0o755)
const copy = join(temporary, 'copy')
let running: ChildProcess | null = null
process.env.TMPDIR = temporary
const server = await startOwnServer()
// Runs after the server has ended, which does the same for itself.
process.on('exit', () => {
  if (running) endAll(running)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10 })
})
Object.assign(process.env, {
  NODE_ENV: 'test',
  TEST_DATABASE_URL: server.url,
  POLYPOST_TEST_PATIENCE: String(patience),
})
try {
  copyCheckout()
  process.exitCode = await plantAll()
} finally {
  await server.stop()
}

async function plantAll(): Promise<number> {
  console.log('— the tests without any bug')
  const unsound = await unsoundFiles()
  console.log(`— ${chosen.length} bugs`)
  const tried: MutantRun[] = []
  for (const mutant of chosen) {
    const one = await plant(mutant, unsound)
    tried.push(one)
    console.log(lineOf(one))
  }
  const bad = tried.filter(({ ending }) => ending.type !== 'caught')
  console.log(`— ${tried.length - bad.length} of ${tried.length} caught`)
  if (values.write) writeFileSync(join(root, page), pageOf(tried))
  return bad.length === 0 ? 0 : 1
}

/** Files that fail without any bug, so that their failure says nothing. */
async function unsoundFiles(): Promise<ReadonlySet<string>> {
  const unsound = new Set<string>()
  for (const file of new Set(chosen.flatMap(({ tests }) => tests))) {
    const onPostgres = chosen.some((mutant) => mutant.onPostgres && mutant.tests.includes(file))
    const failed = await firstFailure([file], onPostgres ? 'all' : 'sqlite', longestRun)
    if (failed === null) continue
    console.log(`${file} fails without any bug: ${failed}`)
    unsound.add(file)
  }
  return unsound
}

/** All files that are under version control or are not ignored, and the installed packages. */
function copyCheckout(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const folder of ['node_modules', '.runtime'])
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder))
}

async function plant(mutant: Mutant, unsound: ReadonlySet<string>): Promise<MutantRun> {
  const begun = performance.now()
  const tests = mutant.tests.filter((file) => !unsound.has(file))
  if (tests.length === 0) return { mutant, ending: { type: 'broken', why: 'its tests fail without it' }, seconds: 0 }
  const file = join(copy, mutant.file)
  // Of the copy, because the checkout may change during a long run.
  const sound = readFileSync(file)
  writeFileSync(file, planted(copy, mutant))
  try {
    return { mutant, ending: await endingOf({ ...mutant, tests }, file), seconds: (performance.now() - begun) / 1_000 }
  } finally {
    writeFileSync(file, sound)
  }
}

async function endingOf({ tests, onPostgres }: Mutant, file: string): Promise<MutantResult> {
  const loaded = await run(['--input-type=module', '-e', `await import(${JSON.stringify(file)})`], longestRun)
  if (loaded.code !== 0) return { type: 'broken', why: loaded.output.trim() }
  const failed = await firstFailure(tests, onPostgres ? 'all' : 'sqlite', longestRun)
  return failed === null ? { type: 'survived' } : { type: 'caught', by: failed }
}

/** The name of the first test that fails; null if none does. The run ends there. */
async function firstFailure(files: readonly string[], kinds: 'sqlite' | 'all', longest: number) {
  process.env.POLYPOST_TEST_DATABASES = kinds
  const { code, output, isCut } = await run(['--test', '--test-reporter=tap', ...files], longest, failure)
  const [, name] = failure.exec(output) ?? []
  if (name !== undefined) return name.trim().replace(/\\(.)/g, '$1')
  return isCut ? 'The tests do not end.' : code === 0 ? null : 'The tests end with an error.'
}

/** Runs Node in the copy until it ends, prints what `until` looks for, or takes too long. */
async function run(args: readonly string[], longest: number, until?: RegExp) {
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running = child
  let output = ''
  let isCut = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (until?.test(output)) endAll(child)
    })
  const overdue = setTimeout(() => {
    isCut = true
    endAll(child)
  }, longest)
  const [code] = await once(child, 'close')
  clearTimeout(overdue)
  // Processes that a test had started.
  endAll(child)
  running = null
  return { code, output, isCut }
}

/** The process leads a group of its own, to which all processes of its tests belong. */
function endAll({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // All have ended.
  }
}

function lineOf({ mutant: { area, bug }, ending, seconds }: MutantRun): string {
  const more = ending.type === 'caught' ? `   ${ending.by}` : ending.type === 'broken' ? `   ${ending.why}` : ''
  return `${titles[ending.type].padEnd(8)} ${seconds.toFixed(0).padStart(4)} s  ${area}: ${bug}${more}`
}

function pageOf(tried: readonly MutantRun[]): string {
  const before = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : ''
  const now = new Map(tried.map(({ mutant, ending }) => [mutant.bug, resultOf(ending)]))
  const rows = mutants.map(({ area, bug, file }) => {
    const earlier = before.split('\n').find((line) => line.includes(`| ${bug} |`))
    return [
      area,
      bug,
      `\`${file}\``,
      now.get(bug) ?? earlier?.split(' | ').at(-1)?.replace(/ \|$/, '') ?? notCaught('not run'),
    ]
  })
  const caught = rows.filter(([, , , result = '']) => !result.startsWith('**')).length
  return [
    '# Planted bugs',
    '',
    '<!-- Written by `npm run mutants -- --write`; edits are lost. -->',
    '',
    'A suite that passes says little until it has been seen to fail. `npm run mutants` plants each of these bugs in a copy of',
    'the checkout, one at a time, and runs the tests that must notice it. It stops at the first test that fails.',
    '',
    `Last run on ${new Date().toISOString().slice(0, 10)}. A run may leave areas out; they keep their last result.`,
    `**${caught} of ${rows.length} caught.**`,
    '',
    table(['area', 'bug', 'planted in', 'the first test that fails'], rows),
    '',
  ].join('\n')
}

function resultOf(ending: MutantResult): string {
  return ending.type === 'caught' ? ending.by.replaceAll('|', '/') : notCaught(ending.type)
}

function notCaught(what: string): string {
  return `**${what}**`
}
