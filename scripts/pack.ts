import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { build } from '../src/system/version.ts'
import { apart, bundle } from './bundle.ts'
import { licensesOf } from './licenses.ts'
import { lockedPackage, neededFolders } from './needed-packages.ts'
import { root } from './test-files.ts'

/**
 * Makes the packages that are published, in `.runtime/packages`: npm run pack. Tests name another folder, and `sdk` if they
 * need nothing else.
 */

const [folder = join(root, '.runtime', 'packages'), only] = process.argv.slice(2)
const out = resolve(folder)
const texts = ['README.md', 'LICENSE', 'CHANGELOG.md']
/** Messages name pages of the documentation, which need no pictures. */
const screenshots = join('docs', 'screenshots')
const description = z.looseObject({ name: z.string(), version: z.string() })
const service = description.extend({ dependencies: z.record(z.string(), z.string()) })
const lockFile = z.looseObject({ packages: z.record(z.string(), lockedPackage) })

const readJson = async <T>(file: string, schema: z.ZodType<T>): Promise<T> =>
  schema.parse(JSON.parse(await readFile(join(root, file), 'utf8')))

async function write(folder: string, name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}

const writeJson = (folder: string, name: string, content: object): Promise<void> =>
  write(folder, name, `${JSON.stringify(content, null, 2)}\n`)

/** `@polypost/sdk`: JavaScript with its types. */
async function buildSdk(): Promise<string> {
  const folder = join(out, 'sdk')
  const options = ['--noEmit', 'false', '--declaration', '--outDir', join(folder, 'dist')]
  run('tsc', ['--project', 'sdk', ...options], root)
  const own = await readJson('sdk/package.json', description)
  const entry = { types: './dist/index.d.ts', default: './dist/index.js' }
  await writeJson(folder, 'package.json', { ...own, exports: { '.': entry } })
  await cp(join(root, 'sdk', 'README.md'), join(folder, 'README.md'))
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}

/** `polypost`: the service and the command line in a bundle, and the tested versions of the packages beside it. */
async function buildService(): Promise<string> {
  const folder = join(out, 'polypost')
  const inside = await bundle(join(folder, 'src'))
  await write(folder, 'THIRD-PARTY-LICENSES', await licensesOf(inside))
  for (const file of ['scripts/launch.mjs', 'scripts/launch', 'deploy', 'docs', ...texts])
    await cp(join(root, file), join(folder, file), { recursive: true, filter: (path) => !path.includes(screenshots) })
  run(process.execPath, ['scripts/build-dashboard.ts', join(folder, 'dashboard', 'dist')], root)

  const { devDependencies, scripts, workspaces, private: _private, ...own } = await readJson('package.json', service)
  const dependencies = Object.fromEntries(apart.map((name) => [name, own.dependencies[name]]))
  const top = { ...own, ...(build.commit === null ? {} : { commit: build.commit }), dependencies }
  await writeJson(folder, 'package.json', top)
  const lock = await readJson('package-lock.json', lockFile)
  const needed = neededFolders({ ...lock.packages, '': lockedPackage.parse(top) }, [''])
  const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '' && needed.has(folder))
  await writeJson(folder, 'npm-shrinkwrap.json', { ...lock, packages: { '': top, ...Object.fromEntries(locked) } })
  return folder
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

await rm(out, { recursive: true, force: true })
const sdk = await buildSdk()
for (const folder of only === 'sdk' ? [sdk] : [sdk, await buildService()])
  console.log(join(out, run('npm', ['pack', '--silent', '--pack-destination', out], folder).trim()))
