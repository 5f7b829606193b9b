import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/test-files.ts'

let built: Promise<string> | undefined

/** The folder of the dashboard as people get it. It is built once for all tests, until its sources change. */
export function builtDashboard(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  const folder = join(root, '.runtime', 'tested-dashboard', hashOfSources())
  if (existsSync(folder)) return folder
  const making = `${folder}.${process.pid}`
  await mkdir(join(root, '.runtime', 'tested-dashboard'), { recursive: true })
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-dashboard.ts'), making])
  // Another process may have been quicker.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
  return folder
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  const own = globSync(['dashboard/*.{html,json,ts}', 'dashboard/src/**/*.*', 'sdk/src/**/*.ts'], { cwd: root })
  for (const file of ['package-lock.json', 'scripts/build-dashboard.ts', ...own.sort()])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
