import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../scripts/test-postgres.ts'
import type { RoundResult } from '../kit/compare.ts'
import type { AcceptedRows } from './accepted-rows.ts'
import { acceptInserts } from './accepted-sql.ts'

/** PostgreSQL's own load generator: in the folder of the server's programs, or on the PATH; null if it is missing. */
export const findPgbench = (): string | null =>
  [findBinaries() ?? '', ...(process.env.PATH ?? '').split(delimiter)]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'pgbench'))
    .find((file) => existsSync(file)) ?? null

interface Load {
  readonly url: string
  readonly script: string
  readonly clients: number
  readonly seconds: number
}

/** Runs a script repeatedly. */
export async function pgbench(program: string, { url, script, clients, seconds }: Load): Promise<RoundResult> {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const options = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-T', seconds, '-f', file, url].map(String)
    const { stdout } = await promisify(execFile)(program, options)
    const count = /^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1]
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (!count || !rate) throw new Error(`The output of pgbench contains no speed:\n${stdout}`)
    return { count: Number(count), milliseconds: (Number(count) / Number(rate)) * 1_000 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The users of the rows, with consecutive IDs. */
interface Users {
  readonly first: number
  readonly last: number
}

/** One transaction that writes the same rows as accepting a post. */
export function acceptScript(rows: AcceptedRows, { first, last }: Users): string {
  const unique = `'batch_' || lpad((:unique)::text, 24, '0')`
  const names = rows.jobs.map((_, at) => `job${at}`)
  const inserts = acceptInserts(rows, {
    user: ':user',
    unique,
    key: unique,
    post: ':post',
    jobs: names.map((name) => `:${name}`),
  })
  return [
    `\\set user random(${first}, ${last})`,
    '\\set unique random(1, 9000000000000000)',
    'begin;',
    `select ${['post', ...names].map((name) => `nextval('publishing_ids') as ${name}`).join(', ')} \\gset`,
    ...inserts.map((one) => `${one};`),
    'commit;',
  ].join('\n')
}
