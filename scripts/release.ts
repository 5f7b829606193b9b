import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { git, isProved, testedCommit } from './proved.ts'
import { root } from './test-files.ts'

/** Makes a release of this commit: npm run release -- 0.2.0. What a person does then is in docs/release.md. */

const descriptions = ['package.json', 'sdk/package.json', 'dashboard/package.json']
const lockFile = 'package-lock.json'
/** The folders of our own packages in the lock file. */
const members = ['', 'sdk', 'dashboard']
const changelog = 'CHANGELOG.md'
const [version = ''] = process.argv.slice(2)

function refuse(fault: string): void {
  console.error(fault)
  process.exitCode = 1
}

function findFault(): string | null {
  const present: string = JSON.parse(read('package.json')).version
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'Name the new version. Example: npm run release -- 0.2.0'
  if (!isAfter(version, present)) return `${version} does not come after the present version, ${present}.`
  const commit = testedCommit()
  if (commit === null) return 'There are changes without a commit. Commit or remove them, then try again.'
  if (!isProved('test', commit))
    return `No run has shown that all tests pass for ${commit}. Run “npm test -- --all”, then try again.`
  if (!isProved('proofs', commit))
    return `No run has shown that all proofs pass for ${commit}. Run “npm run proofs -- --all”, then try again.`
  if (notesIn(read(changelog)) === '') return `${changelog} says nothing under “Unreleased”.`
  return null
}

function isAfter(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1
  return (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

function release(): void {
  const before = git('rev-parse', 'HEAD')
  try {
    for (const file of descriptions) setVersion(file)
    setLockedVersion()
    const notes = notesIn(read(changelog))
    const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
    write(changelog, read(changelog).replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${version}, ${today}\n`))
    run(process.execPath, 'scripts/generate.ts')
    git('commit', '--quiet', '--all', '--message', `release: ${version}`)
    git('tag', '--annotate', `v${version}`, '--message', `Polypost ${version}`)
    const folder = writeFiles(notes)
    console.log(`Polypost ${version} is committed, tagged and packed in ${folder}. Go on with docs/release.md.`)
  } catch (error) {
    git('reset', '--quiet', '--hard', before)
    spawnSync('git', ['tag', '--delete', `v${version}`], { cwd: root, stdio: 'ignore' })
    throw error
  }
}

/** The files that are published beside the tag. */
function writeFiles(notes: string): string {
  const folder = join(root, '.runtime', 'release', version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packages = run(process.execPath, 'scripts/pack.ts').trim().split('\n')
  for (const file of packages) copyFileSync(file, join(folder, basename(file)))
  const sbom = run('npm', 'sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=dev')
  const parts = `polypost-${version}.cdx.json`
  writeFileSync(join(folder, parts), sbom)
  const sums = [...packages.map((file) => basename(file)), parts].map(
    (name) => `${sha256(join(folder, name))}  ${name}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  writeFileSync(join(folder, 'release.md'), `${notes}\n`)
  return folder
}

/** Changes only this line, so that the rest of the file stays as it is written. */
const setVersion = (file: string): void => write(file, read(file).replace(/(?<="version": ")[^"]*/, version))

function setLockedVersion(): void {
  const lock = JSON.parse(read(lockFile))
  for (const one of [lock, ...members.map((folder) => lock.packages[folder])]) one.version = version
  write(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
}

/** The text under “Unreleased”. */
const notesIn = (text: string): string => (text.split('\n## Unreleased\n')[1] ?? '').split(/\n## /)[0]?.trim() ?? ''

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const write = (file: string, text: string): void => writeFileSync(join(root, file), text)

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

try {
  const fault = findFault()
  if (fault === null) release()
  else refuse(fault)
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error))
}
