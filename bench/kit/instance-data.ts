import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { DatabaseKind } from '../../src/store/engine/database.ts'

/** A folder and, on PostgreSQL, an empty database of its own. */
export interface InstanceData {
  readonly kind: DatabaseKind
  readonly title: string
  readonly env: Readonly<Record<string, string>>
  /** The file or the URL of the database. */
  readonly at: string
  readonly remove: () => Promise<void>
}

/** `server` is the URL of a PostgreSQL whose user may create databases. */
export async function makeInstanceData(kind: DatabaseKind, server: string): Promise<InstanceData> {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-bench-'))
  const env = {
    POLYPOST_DATA_DIR: folder,
    POLYPOST_SECRET_KEY: 'a secret for the bench that is long enough',
    POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    POLYPOST_ALLOW_HTTP_WEBHOOKS: 'true',
  }
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  if (kind === 'sqlite') return { kind, title: 'SQLite', env, at: join(folder, 'polypost.db'), remove: removeFolder }
  const name = `polypost_bench_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return {
    kind,
    title: 'PostgreSQL',
    env: { ...env, DATABASE_URL: url },
    at: url,
    remove: async () => {
      await administer(server, `drop database ${name} with (force)`)
      await removeFolder()
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
