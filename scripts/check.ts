import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedFiles } from './reference.ts'
import { oldListWarning } from './top-level-domains.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Without these the linter of the OpenAPI document sends data to its maker. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

interface CheckResult {
  readonly passes: boolean
  readonly output: string
}

/** Commands come from node_modules/.bin, which the launcher puts first on the PATH. */
async function run(command: string, ...args: string[]): Promise<CheckResult> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { passes: code === 0, output }
}

async function generatedFilesAreCurrent(): Promise<CheckResult> {
  const stale = Object.entries(generatedFiles()).filter(([name, content]) => textOf(name) !== content)
  const faults = stale.map(([name]) => `${name} is out of date. Run “npm run generate” and commit the result.\n`)
  const warning = oldListWarning(Date.now())
  return {
    passes: stale.length === 0,
    output: [...faults, ...(warning === null ? [] : [`Warning: ${warning}\n`])].join(''),
  }
}

function textOf(name: string): string | null {
  try {
    return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  } catch {
    return null
  }
}

/** All at the same time; their output is printed in this order. */
const checks: readonly (readonly [what: string, checked: Promise<CheckResult>])[] = [
  [
    'format and lint',
    run('biome', 'ci', '--error-on-warnings', process.stdout.isTTY ? '--colors=force' : '--colors=off'),
  ],
  ['types', run('tsc', '--project', root, ...(process.stdout.isTTY ? ['--pretty'] : []))],
  // Browsers have no types of Node.
  ['types of the SDK in a browser', run('tsc', '--project', 'sdk', '--noEmit')],
  ['types of the dashboard', run('tsc', '--project', 'dashboard', '--noEmit')],
  ['unused files, exports and dependencies', run('knip', '--no-progress', '--treat-config-hints-as-errors')],
  ['OpenAPI lint', run('redocly', 'lint', 'docs/reference/openapi.json')],
  ['generated files', generatedFilesAreCurrent()],
]

const failed: string[] = []
for (const [what, checked] of checks) {
  console.log(`— ${what}`)
  const { passes, output } = await checked
  process.stdout.write(output)
  if (!passes) failed.push(what)
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}.`)
  process.exitCode = 1
}
