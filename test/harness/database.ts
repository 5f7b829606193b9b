import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import { addressOf, administer } from '../../scripts/test-template.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'

/** `npm run quick` sets this to `sqlite`, and `npm test` to the database that the seed drew for a group of files. */
const only = process.env.POLYPOST_TEST_DATABASES

export const databaseKinds: readonly DatabaseKind[] =
  only === 'sqlite' || only === 'postgres' ? [only] : ['sqlite', 'postgres']

/**
 * Runs the same tests on both databases, at the same time: most of them wait more than they compute. `inTurn`: one database
 * after the other, for tests that change or count something that both would share.
 */
export function onEachDatabase(tests: (kind: DatabaseKind) => void, { inTurn = false } = {}): void {
  describe('on each database', { concurrency: inTurn ? 1 : databaseKinds.length }, () => {
    for (const kind of databaseKinds) describe(`on ${kind}`, { concurrency: 1 }, () => tests(kind))
  })
}

/** A folder and, on PostgreSQL, a database of its own. */
export interface InstanceData {
  readonly kind: DatabaseKind
  readonly directory: string
  /** The settings with which a process uses it. */
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

interface InstanceDataOptions {
  /** A different PostgreSQL server than the one of all tests. */
  readonly server?: string | undefined
  /** On PostgreSQL, it has all tables, so its first start takes half the time. Otherwise it is empty. */
  readonly migrated?: boolean
}

export async function makeInstanceData(
  kind: DatabaseKind,
  { server, migrated = false }: InstanceDataOptions = {},
): Promise<InstanceData> {
  const directory = await mkdtemp(join(tmpdir(), 'polypost test '))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  const env = { POLYPOST_DATA_DIR: directory }
  if (kind === 'sqlite') return { kind, directory, env, remove: removeDirectory }

  const name = `polypost_test_${randomBytes(6).toString('hex')}`
  const address = server ?? serverUrl()
  const template = migrated ? process.env.TEST_DATABASE_TEMPLATE : undefined
  await administer(address, `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`)
  return {
    kind,
    directory,
    env: {
      ...env,
      DATABASE_URL: addressOf(address, name),
      POLYPOST_SECRET_KEY: 'a secret for the tests that is long enough',
    },
    remove: async () => {
      await administer(address, `drop database if exists ${name} with (force)`)
      await removeDirectory()
    },
  }
}

/** `npm test` starts a server, or uses the one of this setting. */
function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set. Run the tests with “npm test”, which starts a PostgreSQL server.')
  return url
}
