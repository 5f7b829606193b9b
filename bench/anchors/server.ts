import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import pg from 'pg'
import { acceptInserts } from './accepted-sql.ts'

/**
 * The most that the framework and the driver of the service can do: each request runs one prepared statement, which
 * also finds the caller's key. `AT` is the file or the URL of the service's database, `ROWS` the rows of an accepted
 * post.
 */
const { AT: at = '', ROWS: rows = 'null', PORT: port } = process.env

type Run = (name: string, text: string, values: readonly string[]) => Promise<readonly object[]> | readonly object[]

const run = at.startsWith('postgres') ? onPostgres() : onSqlite()

function onPostgres(): Run {
  const pool = new pg.Pool({ connectionString: at, max: 20 })
  return async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows
}

function onSqlite(): Run {
  const database = new DatabaseSync(at, { readOnly: true })
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (name, text, values) => {
    const statement = prepared.get(name) ?? database.prepare(text.replaceAll('$1', '?'))
    prepared.set(name, statement)
    return statement.all(...values)
  }
}

const profiles = `
  select profiles.id, profiles.name, profiles.created_at, profiles.updated_at, platform, remote_id, username, display_name,
    avatar_url, profile_url, account_type, environment, accounts.status, missing_permissions, connected_at,
    accounts.expires_at
  from api_keys join profiles on profiles.user_id = api_keys.user_id and deleted_at is null
    left join accounts on profile_id = profiles.id
  where hash = $1 and revoked_at is null`

/** Writes the same rows as an accepted post. */
function acceptance(): string {
  const accepted = JSON.parse(rows)
  const jobs = accepted.jobs.map((_: unknown, number: number) => `job${number}`)
  const [idempotency, post, inserted] = acceptInserts(accepted, {
    user: '(select user_id from caller)',
    unique: `'batch_' || md5($2)`,
    key: '$2',
    post: '(select post from ids)',
    jobs: jobs.map((name: string) => `(select ${name} from ids)`),
  })
  return `
    with caller as (select user_id from api_keys where hash = $1 and revoked_at is null),
      ids as (select ${['post', ...jobs].map((name) => `nextval('publishing_ids') as ${name}`).join(', ')}),
      answered as (${idempotency}),
      posted as (${post})
    ${inserted} returning id, post_id, named, status`
}

const hashOf = (authorization: string | undefined) =>
  createHash('sha256')
    .update((authorization ?? '').slice('Bearer '.length))
    .digest('hex')

const server = Fastify()
server.get('/', () => 'ready')
server.get('/api/v1/profiles', async ({ headers }) => ({
  success: true,
  data: { profiles: await run('profiles', profiles, [hashOf(headers.authorization)]) },
}))
if (rows !== 'null') {
  const text = acceptance()
  server.post('/api/v1/post', async ({ headers }) => ({
    success: true,
    data: await run('accept', text, [hashOf(headers.authorization), String(headers['idempotency-key'])]),
  }))
}
await server.listen({ host: '127.0.0.1', port: Number(port) })
