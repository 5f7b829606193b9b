import type { AcceptedRows, Row } from './accepted-rows.ts'

interface Expressions {
  readonly user: string
  /** A text that no other post has. */
  readonly unique: string
  /** The key of the request. */
  readonly key: string
  readonly post: string
  readonly jobs: readonly string[]
}

/** The three inserts that accept a post, with these expressions for what differs between posts. */
export function acceptInserts(
  { idempotency, post, jobs }: AcceptedRows,
  { user, unique, key, post: postId, jobs: jobIds }: Expressions,
): readonly [string, string, string] {
  const own = { user_id: user, profile_id: `'bench-' || ${user}` }
  return [
    insert('idempotency', [idempotency], [{ user_id: user, key }]),
    insert(
      'posts',
      [post],
      [{ ...own, id: postId, batch_id: unique, search: `${unique} || ${literal(post.message)}` }],
    ),
    insert(
      'jobs',
      jobs,
      jobs.map((job, at) => ({
        ...own,
        id: jobIds[at] ?? 'null',
        post_id: postId,
        remote_account_id: `'remote-' || ${user}`,
        lane: `${literal(`${job.environment}:${job.platform}:remote-`)} || ${user}`,
      })),
    ),
  ]
}

/** An insert of these rows, in which the named values are expressions. */
function insert(table: string, rows: readonly Row[], varying: readonly Readonly<Record<string, string>>[]): string {
  const names = Object.keys(rows[0] ?? {})
  const values = rows.map(
    (row, at) => `(${names.map((name) => varying[at]?.[name] ?? literal(row[name] ?? null)).join(', ')})`,
  )
  return `insert into ${table} (${names.join(', ')}) values ${values.join(', ')}`
}

/** In pgbench, a colon begins a variable. */
function literal(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? null)
  return `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a').replaceAll('\n', '\\n')}'`
}
