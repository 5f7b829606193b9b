import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startTestServer } from './test-postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const chosen = process.argv.slice(2)

/** Some tests have their own packages, which contain tests too. */
const exclude = ['**/node_modules']

/** Only the named files; without names, all files, after the checks. */
const files = chosen.length > 0 ? chosen : globSync('test/**/*.test.ts', { cwd: root, exclude }).sort()

const node = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: process.env }).status ?? 1

const checked = chosen.length > 0 ? 0 : node('scripts/check.ts')
const server = await startTestServer()
process.env.TEST_DATABASE_URL = server.url
process.env.NODE_ENV = 'test'
const tested = node('--test', '--test-concurrency=3', '--test-timeout=1500000', ...files)
await server.stop()
process.exitCode = checked || tested
