import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchPackage } from '../../../scripts/fetch-package.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const described = join(root, 'docs/reference/openapi.json')
const compiler = join(root, 'node_modules/typescript/bin/tsc')

interface Generator {
  readonly name: string
  readonly version: string
  /** The program in the package. */
  readonly program: string
  readonly arguments: (folder: string) => readonly string[]
  /** Where the types of the schemas are, and how a named one is imported. */
  readonly types: string
  readonly job: string
}

const imported = "import type { Job } from './types'"

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    version: '7.13.0',
    program: 'bin/cli.js',
    arguments: (folder) => [described, '-o', join(folder, 'types.ts')],
    types: 'types.ts',
    job: "import type { components } from './types'\ntype Job = components['schemas']['Job']",
  },
  {
    name: '@hey-api/openapi-ts',
    version: '0.95.0',
    program: 'bin/run.js',
    arguments: (folder) => ['-i', described, '-o', folder, '--no-log-file'],
    types: 'types.gen.ts',
    job: "import type { Job } from './types.gen'",
  },
  {
    name: 'swagger-typescript-api',
    version: '13.13.0',
    program: 'dist/cli.mjs',
    arguments: (folder) => ['generate', '-p', described, '-o', folder, '-n', 'types.ts'],
    types: 'types.ts',
    job: imported,
  },
  ...['7.13.2', '8.38.0'].map((version) => ({
    name: 'orval',
    version,
    program: version.startsWith('7') ? 'dist/bin/orval.js' : 'dist/bin/orval.mjs',
    arguments: (folder: string) => ['-i', described, '-o', join(folder, 'types.ts'), '--client', 'fetch'],
    types: 'types.ts',
    job: imported,
  })),
]

/** Compiles only if a job has an action, or null and nothing else, and if its status may be one that is added later. */
const use = (job: string): string => `${job}
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Action = NonNullable<Job['action_required']>
export const isNullable: Same<Job['action_required'], Action | null> = true
export const isKnown: Same<Action, never> = false
export const codeOf = ({ action_required: action }: Job): string | null => (action === null ? null : action.code)
export const later: Job['status'] = 'a status of tomorrow'
`

const options = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  },
}

/** The output of the program matters only if it fails. */
const start = (program: string, args: readonly string[], cwd: string) =>
  run(process.execPath, [program, ...args], { cwd }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} failed:\n${error.stdout ?? ''}${error.stderr ?? ''}`.slice(0, 4_000))
  })

describe('typed clients of five generators compile, know which objects may be null, and accept what is added later', {
  concurrency: 5,
}, () => {
  let place: string
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'polypost-clients-'))
  })
  after(() => rm(place, { recursive: true }))

  for (const { name, version, program, arguments: args, types, job } of generators)
    test(`${name} ${version}`, async () => {
      const home = fetchPackage({ name, version, title: `${name} ${version}`, beside: ['typescript@5.9.3'] })
      const folder = join(place, `${name.replace('/', '-')}-${version}`)
      const client = join(folder, 'client')
      await mkdir(client, { recursive: true })
      await start(join(home, program), args(client), folder)
      assert.ok((await readdir(client)).includes(types))
      await writeFile(join(client, 'use.ts'), use(job))
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
      await start(compiler, ['-p', folder], folder)
    })
})
