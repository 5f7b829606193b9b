import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { BackupFault } from './snapshots.ts'

const withPassword = /^(\w+:\/\/[^:@/]*):([^@]*)@/

/** Copies a PostgreSQL database with `pg_dump`. The password is in its environment, where other users do not see it. */
export async function dumpDatabase(
  { databaseUrl, databaseDirectUrl, databaseSchema, others }: Config,
  file: string,
): Promise<void> {
  const url = databaseDirectUrl ?? databaseUrl ?? ''
  const password = withPassword.exec(url)?.[2]
  const schema = databaseSchema === null ? [] : [`--schema=${databaseSchema}`]
  const args = ['--format=custom', ...schema, `--file=${file}`, `--dbname=${url.replace(withPassword, '$1@')}`]
  await writeFile(file, '', { mode: 0o600 })
  const env = { ...others, ...(password && { PGPASSWORD: decodeURIComponent(password) }) }
  const { code, output } = await runPgDump(args, env)
  if (code !== 0) throw new BackupFault(`pg_dump failed: ${output.trim()}`)
  await chmod(file, 0o600)
}

function runPgDump(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('pg_dump', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', () => reject(new BackupFault(notThere)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const notThere =
  'pg_dump is not on PATH, and it copies PostgreSQL. Install the client of PostgreSQL here, or run this where it is: pg_dump --format=custom --file=polypost.dump "$DATABASE_URL"'
