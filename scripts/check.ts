import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './reference.ts'
import { oldListWarning } from './top-level-domains.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Without these the linter of the OpenAPI document sends data to its maker. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Commands come from node_modules/.bin, which the launcher puts first on the PATH. */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status === 0

function generatedFilesAreCurrent(): boolean {
  const stale = Object.entries(generatedFiles()).filter(([name, content]) => textOf(name) !== content)
  for (const [name] of stale) console.error(`${name} is out of date. Run “npm run generate” and commit the result.`)
  const warning = oldListWarning(Date.now())
  if (warning !== null) console.warn(`Warning: ${warning}`)
  return stale.length === 0
}

function textOf(name: string): string | null {
  try {
    return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  } catch {
    return null
  }
}

const checks: readonly (readonly [what: string, passes: () => boolean])[] = [
  [
    'format and lint',
    () => run('biome', 'ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off'])),
  ],
  ['types', () => run('tsc', '--project', root)],
  ['unused files, exports and dependencies', () => run('knip', '--no-progress', '--treat-config-hints-as-errors')],
  ['generated files', generatedFilesAreCurrent],
  ['OpenAPI lint', () => run('redocly', 'lint', 'docs/reference/openapi.json')],
]

const failed = checks.filter(([what, passes]) => {
  console.log(`— ${what}`)
  return !passes()
})
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([what]) => what).join(', ')}.`)
  process.exitCode = 1
}
