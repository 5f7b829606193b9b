import { z } from 'zod'
import { readServers } from '../../domain/database-servers.ts'
import { type EnvironmentVariables, optional, secret } from './setting.ts'

const postgresUrl = z
  .string()
  .refine(
    (url) => readServers(url) !== null,
    'must be a PostgreSQL address like postgres://user:password@host:5432/polypost. Several servers are host1:5432,host2:5432, of which the one that takes writes is used',
  )

/** A name that needs no quotes, and leaves room for those that begin with it. */
const schemaName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,39}$/, 'must have 1 to 40 small letters, digits and underscores, and begin with no digit')

export const databaseSettings = {
  DATABASE_URL: optional(
    postgresUrl,
    'Address of a PostgreSQL 15+ database, used instead of the embedded database. It may name several servers (`host1:5432,host2:5432`), of which the one that takes writes is used',
    secret,
  ),
  DATABASE_DIRECT_URL: optional(
    postgresUrl,
    'The same database without the pooler (PgBouncer) that `DATABASE_URL` goes through. It is only used to wake processes; without it they look for due work every second',
    secret,
  ),
  DATABASE_SCHEMA: optional(
    schemaName,
    'Schema of PostgreSQL for all tables, so that several programs can share a database',
    { fallback: 'the one of the user, usually `public`' },
  ),
}

export function databaseContradictions(given: EnvironmentVariables): string[] {
  if (!given.DATABASE_URL)
    return ['DATABASE_DIRECT_URL', 'DATABASE_SCHEMA']
      .filter((name) => given[name])
      .map((name) => `DATABASE_URL must be given with ${name}`)
  if (given.POLYPOST_SECRET_KEY) return []
  return ['POLYPOST_SECRET_KEY must be given with DATABASE_URL: all processes of one database need the same key']
}
