import { execFileSync } from 'node:child_process'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { median } from './table.ts'

const syncs = 200
const page = Buffer.alloc(4096)

/** How long the disk of the data folders takes to store 4 KiB, in milliseconds: the median. */
export function syncTime(): number {
  const folder = mkdtempSync(join(tmpdir(), 'polypost-sync-'))
  const file = openSync(join(folder, 'file'), 'w')
  try {
    return median(
      Array.from({ length: syncs }, () => {
        const begun = performance.now()
        writeSync(file, page)
        fdatasyncSync(file)
        return performance.now() - begun
      }),
    )
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true })
  }
}

export const loads = (): string =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(', ')

/** The facts that a reader needs about a run. */
export async function describeMachine(postgresUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return [
    `commit ${commit()}`,
    `${availableParallelism()} cores (${cpus()[0]?.model})`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0].server_version}`,
    `${syncTime().toFixed(2)} ms for a sync of 4 KiB`,
  ].join('; ')
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim()
  const changed = git('status', '--porcelain', '--', '../../src', '..')
  return `${git('rev-parse', '--short=10', 'HEAD')}${changed === '' ? '' : ', with changes'}`
}
