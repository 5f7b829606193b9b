import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { lockedPackage, neededPlaces } from './needed-packages.ts'
import { root } from './test-files.ts'

/**
 * Makes the packages that are published, in `.runtime/packages`: npm run pack. Tests name another folder, and `sdk` if they
 * need nothing else.
 */

const [place = join(root, '.runtime', 'packages'), only] = process.argv.slice(2)
const out = resolve(place)
const texts = ['README.md', 'LICENSE', 'CHANGELOG.md']
const description = z.looseObject({ name: z.string(), version: z.string() })
const lockFile = z.looseObject({ packages: z.record(z.string(), lockedPackage) })

const readJson = async <T>(file: string, schema: z.ZodType<T>): Promise<T> =>
  schema.parse(JSON.parse(await readFile(join(root, file), 'utf8')))

async function write(folder: string, name: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true })
  await writeFile(join(folder, name), content)
}

const writeJson = (folder: string, name: string, content: object): Promise<void> =>
  write(folder, name, `${JSON.stringify(content, null, 2)}\n`)

/** Node strips types only outside of node_modules, so packages hold JavaScript. Lines and columns stay the same. */
const asJavaScript = (code: string): string =>
  stripTypeScriptTypes(code).replace(/(\bfrom |\bimport |\bimport\(|new URL\()'(\.{1,2}\/[^']+)\.ts'/g, "$1'$2.js'")

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

/** `polypost`: the service and the command line, with the SDK inside, and with the tested versions of all packages. */
async function buildService(sdk: string): Promise<string> {
  const folder = join(out, 'polypost')
  for (const file of globSync('src/**/*.ts', { cwd: root }))
    await write(folder, file.replace(/\.ts$/, '.js'), asJavaScript(await readFile(join(root, file), 'utf8')))
  for (const file of ['src/sandbox/sample.mp4', 'scripts/launch.mjs', 'scripts/launch', ...texts])
    await cp(join(root, file), join(folder, file), { recursive: true })
  run(process.execPath, ['scripts/build-dashboard.ts', join(folder, 'dashboard', 'dist')], root)
  await cp(sdk, join(folder, 'node_modules', '@polypost', 'sdk'), { recursive: true })

  const {
    devDependencies,
    scripts,
    workspaces,
    private: _private,
    ...own
  } = await readJson('package.json', description)
  const { version } = await readJson('sdk/package.json', description)
  const dependencies = { ...(own.dependencies as object), '@polypost/sdk': version }
  await writeJson(folder, 'package.json', { ...own, dependencies, bundleDependencies: ['@polypost/sdk'] })
  const lock = await readJson('package-lock.json', lockFile)
  // Without those that only build the dashboard.
  const needed = neededPlaces(lock.packages, ['', 'sdk'])
  const kept = Object.entries(lock.packages).filter(
    ([name, one]) => name.startsWith('node_modules/') && needed.has(name) && !one.link,
  )
  const top = { ...own, dependencies, bundleDependencies: ['@polypost/sdk'] }
  const packages = { '': top, 'node_modules/@polypost/sdk': { version, inBundle: true }, ...Object.fromEntries(kept) }
  await writeJson(folder, 'npm-shrinkwrap.json', { ...lock, packages })
  return folder
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

await rm(out, { recursive: true, force: true })
const sdk = await buildSdk()
for (const folder of only === 'sdk' ? [sdk] : [sdk, await buildService(sdk)])
  console.log(join(out, run('npm', ['pack', '--silent', '--pack-destination', out], folder).trim()))
