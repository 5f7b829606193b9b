import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fetchPackage } from './fetch-package.ts'
import { fetchesAll } from './test-settings.ts'

/** A Chromium, and what its environment needs beyond ours. */
export interface TestBrowser {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

/** Where an installed Chromium usually is. */
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

let found: TestBrowser | null = null

/** The browser that `CHROMIUM` names, else an installed one, else one from npm. */
export function findBrowser(): TestBrowser {
  found ??= installedBrowser() ?? fetchBrowser()
  return found
}

function installedBrowser(): TestBrowser | null {
  if (fetchesAll()) return null
  const file = [process.env.CHROMIUM ?? '', ...usual].find((name) => name !== '' && existsSync(name))
  return file === undefined ? null : { file, env: {} }
}

const howToInstall =
  'Install Chromium (Debian and Ubuntu: `apt-get install chromium`), or name one: `CHROMIUM=/path/to/chromium npm test`.'

function fetchBrowser(): TestBrowser {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `The browser tests need Chromium, and npm has none for ${process.platform}-${process.arch}. ${howToInstall}`,
    )
  try {
    const folder = fetchPackage({
      name: '@sparticuz/chromium',
      version: '153.0.0',
      title: 'Chromium',
      prepare: unpackBrowser,
    })
    return { file: join(folder, 'chromium'), env: surroundings(folder) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`Chromium is not installed, and the download failed. ${howToInstall} The reason: ${reason}`)
  }
}

/** Small machines have neither the libraries that Chromium needs (NSS, NSPR) nor a font. */
const surroundings = (folder: string) => ({
  LD_LIBRARY_PATH: [join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  FONTCONFIG_FILE: join(folder, 'fonts.conf'),
})

function unpackBrowser(folder: string): void {
  const compressed = (name: string) => join(folder, 'bin', name)
  const unpack = (name: string) => brotliDecompressSync(readFileSync(compressed(name)))
  const file = join(folder, 'chromium')
  writeFileSync(file, unpack('chromium.br'), { mode: 0o755 })
  for (const name of ['al2023.tar.br', 'fonts.tar.br'])
    run('tar', ['--extract', '--no-same-owner', '--file', '-', '--directory', folder], { input: unpack(name) })
  writeFileSync(join(folder, 'fonts.conf'), fontSettings)
  rmSync(join(folder, 'bin'), { recursive: true })

  const missing = run('ldd', [file], { env: { ...process.env, ...surroundings(folder) } })
    .split('\n')
    .filter((line) => line.includes('not found'))
  if (missing.length > 0) throw new Error(`this system lacks ${missing.map((line) => line.trim()).join(', ')}`)
}

function run(command: string, args: readonly string[], options: { input?: Buffer; env?: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.trim()}`)
  return stdout
}

/** The folder beside this file, and what the system has. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
