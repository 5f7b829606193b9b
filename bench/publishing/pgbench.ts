import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../scripts/test-postgres.ts'
import type { AcceptedRows, Row } from './rows.ts'

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

/** Runs a script repeatedly; returns the number of runs per second. */
export async function pgbench(program: string, { url, script, clients, seconds }: Load): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-pgbench-'))
  try {
    const file = join(folder, 'script.sql')
    await writeFile(file, script)
    const options = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-T', seconds, '-f', file, url].map(String)
    const { stdout } = await promisify(execFile)(program, options)
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`The output of pgbench contains no speed:\n${stdout}`)
    return Number(rate)
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
export function acceptScript({ idempotency, post, jobs }: AcceptedRows, { first, last }: Users): string {
  const own = { user_id: ':user', profile_id: `'bench-' || :user` }
  const unique = `'batch_' || lpad((:unique)::text, 24, '0')`
  const names = jobs.map((_, at) => `job${at}`)
  return [
    `\\set user random(${first}, ${last})`,
    '\\set unique random(1, 9000000000000000)',
    'begin;',
    `select ${['post', ...names].map((name) => `nextval('publishing_ids') as ${name}`).join(', ')} \\gset`,
    insert('idempotency', [idempotency], [{ user_id: ':user', key: unique }]),
    insert(
      'posts',
      [post],
      [{ ...own, id: ':post', batch_id: unique, search: `${unique} || ${literal(post.message)}` }],
    ),
    insert(
      'jobs',
      jobs,
      jobs.map((job, at) => ({
        ...own,
        id: `:job${at}`,
        post_id: ':post',
        remote_account_id: `'remote-' || :user`,
        lane: `${literal(`${job.environment}:${job.platform}:remote-`)} || :user`,
      })),
    ),
    'commit;',
  ].join('\n')
}

function insert(table: string, rows: readonly Row[], varying: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const values = rows.map(
    (row, at) => `(${names.map((name) => varying[at]?.[name] ?? literal(row[name] ?? null)).join(', ')})`,
  )
  return `insert into ${table} (${names.join(', ')}) values ${values.join(', ')};`
}

/** In pgbench, a colon begins a variable. */
function literal(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? null)
  return `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'`
}
