import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from './test-files.ts'

/** Builds the dashboard into a folder, and compresses its files for the service: node scripts/build-dashboard.ts FOLDER */

const out = resolve(process.argv[2] ?? join(root, 'dashboard', 'dist'))
/** Smaller files do not get smaller on the wire. In bytes. */
const leastSize = 1_024
const texts = ['.css', '.js', '.json', '.svg', '.webmanifest']

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const args = [vite, 'build', '--outDir', out, '--emptyOutDir', '--logLevel', 'warn']
// With any other value, React comes in its form for developers.
const env = { ...process.env, NODE_ENV: 'production' }
const { status, signal } = spawnSync(process.execPath, args, { cwd: join(root, 'dashboard'), env, stdio: 'inherit' })
if (signal) process.kill(process.pid, signal)
if (status === 0) compress(join(out, 'assets'))
else process.exitCode = status ?? 1

function compress(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => texts.includes(extname(name)))
    .map((name) => join(folder, name))
  for (const file of files) {
    const content = readFileSync(file)
    if (content.length < leastSize) continue
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
