import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { storeProved, testedCommit } from './proved.ts'
import { readFailed, secondTry } from './second-try.ts'
import { findBrowser } from './test-browser.ts'
import { drawnDatabases, drawnOrder, filesOf, type Loop, needsOf, root } from './test-files.ts'
import { makeTestFolder } from './test-folder.ts'
import { groupsOf, type TestGroup, writeGroup } from './test-groups.ts'
import { startTestServer } from './test-postgres.ts'
import { buildTestService } from './test-service.ts'
import { makeTemplate } from './test-template.ts'

/**
 * `npm test`: the checks, then all tests except the proofs. `npm run quick`: the checks, then what is quick, on SQLite only.
 * `npm run proofs`: kills, crashes and long random input. `-- --all` runs every case on both databases, `-- --minutes=N` starts
 * files in a drawn order for so long. With names of files: only these, completely.
 */
const given = process.argv.slice(2)
const unknown = given.find(
  (argument) => argument.startsWith('-') && !/^--(quick|proofs|all|minutes=\d+)$/.test(argument),
)
if (unknown !== undefined) {
  console.error(`${unknown} is not an option of the tests: the options are --quick, --proofs, --all and --minutes=N.`)
  process.exit(2)
}
const named = given.filter((argument) => !argument.startsWith('--'))
const loop: Loop = given.includes('--quick') ? 'quick' : given.includes('--proofs') ? 'proofs' : 'test'
const isWholeLoop = named.length === 0
/** Draws the database of most cases that do not depend on it and, with `--minutes`, the order of the files. */
const seed = loop !== 'quick' && isWholeLoop && !given.includes('--all') ? seedOfRun() : null
const minutes = Number(given.find((argument) => argument.startsWith('--minutes='))?.split('=')[1] ?? Infinity)
const files = isWholeLoop ? filesToRun() : named
/** `npm run release` asks for it. */
const commitToProve =
  loop !== 'quick' && isWholeLoop && given.includes('--all') && minutes === Infinity ? testedCommit() : null

/** Generous: a single file of the proofs takes minutes. */
const longestFile = 25 * 60_000 // milliseconds
const reporter = fileURLToPath(new URL('test-reporter.ts', import.meta.url))
const runner = [
  '--test',
  `--test-timeout=${longestFile}`,
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]

/** For PostgreSQL: no test lets the machine fail, so nothing is lost if the server does not wait for the disk. */
const hasty = { fsync: 'off', full_page_writes: 'off' }

let running: ChildProcess | null = null
let signalled: NodeJS.Signals | null = null
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    signalled = signal
    running?.kill(signal)
  })

const temporary = makeTestFolder()
process.env.TMPDIR = temporary
process.env.NODE_ENV = 'test'

process.exitCode = await run()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return 1
  })
  .then((code) => {
    // Repeated at the end, where everybody looks first.
    for (const file of code === 0 ? [] : readFailed())
      console.log(`✖ ${file} failed. Run it again: npm test -- ${file}`)
    return code
  })
  .finally(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 10 }))
if (signalled) process.exitCode = 1

async function run(): Promise<number> {
  const needs = needsOf(files)
  const onSqliteAlone = loop === 'quick' && isWholeLoop
  if (onSqliteAlone) process.env.POLYPOST_TEST_DATABASES = 'sqlite'
  // Missing requirements are reported before anything takes time.
  if (needs.browser) findBrowser()
  const server = needs.postgres && !onSqliteAlone ? await startTestServer(hasty) : null
  const template = server ? await makeTemplate(server.url) : null
  if (server) process.env.TEST_DATABASE_URL = server.url
  if (template) process.env.TEST_DATABASE_TEMPLATE = template.name
  // Named files are run while the code changes, and stack traces of the sources are better then.
  const service = loop === 'proofs' && isWholeLoop ? await buildTestService() : null
  if (service) process.env.POLYPOST_TEST_MAIN = service.main
  try {
    const checked = isWholeLoop && loop !== 'proofs' ? await node('scripts/check.ts') : 0
    if (seed) console.log(`— drawn by POLYPOST_TEST_SEED=${seed}; with --all, every case runs on both databases`)
    console.log(`— ${files.length} ${files.length === 1 ? 'file' : 'files'} of tests`)
    // Most tests wait more than they compute. Proofs that run for a limited time must not make each other late.
    const atOnce = availableParallelism() + (minutes < Infinity ? 1 : 2)
    const drawn = loop === 'test' && seed ? drawnDatabases(files, seed) : undefined
    const tested = (await test(groupsOf(files, drawn), atOnce)) && (await testAgain())
    const code = checked || tested
    if (loop !== 'quick' && commitToProve && code === 0 && testedCommit() === commitToProve)
      storeProved(loop, commitToProve)
    return code
  } finally {
    await service?.remove()
    await template?.remove()
    await server?.stop()
  }
}

function test(groups: readonly TestGroup[], atOnce: number): Promise<number> {
  const until = Date.now() + minutes * 60_000
  const modules = groups.map((group, number) => writeGroup(temporary, number, group, until))
  return node(...runner, `--test-concurrency=${atOnce}`, ...modules)
}

async function testAgain(): Promise<number> {
  const files = secondTry()
  if (files.length === 0 || signalled) return 1
  console.log('\n— few files failed: they run a second time, one after the other')
  const tested = await test(
    files.map((file) => ({ files: [file] })),
    1,
  )
  if (tested === 0)
    console.log(`\n— passed at the second try only, so a test or the code is at fault: ${files.join(', ')}`)
  return tested
}

function filesToRun(): readonly string[] {
  const all = filesOf(loop)
  return seed && minutes < Infinity ? drawnOrder(all, seed) : all
}

function seedOfRun(): string {
  const drawing = process.env.POLYPOST_TEST_SEED || String(Date.now() % 2 ** 31)
  // Proofs draw their cases by it. All other cases run on every database of their file.
  if (loop === 'proofs') process.env.POLYPOST_TEST_SEED = drawing
  else delete process.env.POLYPOST_TEST_SEED
  return drawing
}

async function node(...args: string[]): Promise<number> {
  if (signalled) return 1
  running = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const [code] = await once(running, 'exit')
  running = null
  return code ?? 1
}
