import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Sealer } from '../crypto/seal.ts'
import type { Database, Reader, Transaction, Writer } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { answerBinding } from './engine/sealed.ts'
import type { Tables } from './tables.ts'

export interface IdempotencyClaim {
  readonly userId: number
  readonly key: string
  readonly fingerprint: string
  readonly holder: string
}

/** The state of the first request with a key. */
export interface IdempotencyRecord {
  readonly fingerprint: string
  /** Null while it runs. */
  readonly answer: unknown
}

export type IdempotencyRow = Selectable<Tables['idempotency']>

/** The records of idempotency keys, with their answers sealed. */
export interface IdempotencyRecords {
  readonly claim: (claim: IdempotencyClaim, times: ClaimTimes) => Promise<boolean>
  /** The record because of which the request can't have the key. */
  readonly find: (claim: IdempotencyClaim, now: number) => Promise<IdempotencyRecord | undefined>
  /** The row with the answer. */
  readonly row: (claim: IdempotencyClaim, times: ClaimTimes, answer: unknown) => IdempotencyRow
  /** Stores the answer. False if another request has the key. */
  readonly answer: (tx: Transaction, row: IdempotencyRow, now: number) => Promise<boolean>
  /** The same, in a transaction of its own. */
  readonly answerAlone: (row: IdempotencyRow, now: number) => Promise<boolean>
  readonly renew: (claim: IdempotencyClaim, leaseUntil: number) => Promise<void>
  readonly release: (claim: IdempotencyClaim) => Promise<void>
}

export function idempotencyRecords(database: Database, sealer: Sealer): IdempotencyRecords {
  return {
    claim: (claim, times) => database.single((db) => putRow(db, rowOf(claim, times, null), times.now)),
    find: async (claim, now) => {
      const row = await findKey(database.read, claim, now)
      return (
        row && { ...row, answer: row.answer === null ? null : JSON.parse(sealer.open(row.answer, bindingOf(claim))) }
      )
    },
    row: (claim, times, answer) => rowOf(claim, times, sealer.seal(JSON.stringify(answer), bindingOf(claim))),
    answer: putRow,
    answerAlone: (row, now) => database.single((db) => putRow(db, row, now)),
    renew: (claim, leaseUntil) => database.single((db) => renewLease(db, claim, leaseUntil)),
    release: (claim) => database.single((db) => releaseKey(db, claim)),
  }
}

const bindingOf = ({ userId, key }: IdempotencyClaim): string => answerBinding(userId, key)

export interface ClaimTimes {
  readonly now: number
  readonly leaseUntil: number
  readonly expiresAt: number
}

const rowOf = (
  { userId, key, fingerprint, holder }: IdempotencyClaim,
  { leaseUntil, expiresAt }: ClaimTimes,
  answer: string | null,
): IdempotencyRow => ({
  user_id: userId,
  key,
  fingerprint,
  holder,
  lease_until: leaseUntil,
  answer,
  expires_at: expiresAt,
})

/**
 * The end of an insert, which replaces a record if its time is over, if this request holds it, or if the lease of the same
 * request has run out without an answer. Otherwise it stores nothing.
 */
export const ifFree = (now: number): RawBuilder<unknown> => sql`
  on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, holder = excluded.holder,
    lease_until = excluded.lease_until, answer = excluded.answer, expires_at = excluded.expires_at
  where idempotency.expires_at <= ${now} or (idempotency.answer is null and (idempotency.holder = excluded.holder
    or (idempotency.lease_until <= ${now} and idempotency.fingerprint = excluded.fingerprint)))`

/** False if another request has the key. */
async function putRow(db: Writer, row: IdempotencyRow, now: number): Promise<boolean> {
  const rows = await putIfFree(db, { ...row, now })
  return rows.length > 0
}

const putIfFree = fixed((db: Writer, value: ValueOf<IdempotencyRow & { readonly now: number }>) =>
  sql`
    insert into idempotency (user_id, key, fingerprint, holder, lease_until, answer, expires_at)
    values (${value('user_id')}, ${value('key')}, ${value('fingerprint')}, ${value('holder')}, ${value('lease_until')},
      ${value('answer')}, ${value('expires_at')})
    ${ifFree(value('now'))} returning key`.compile(db),
)

const findKey = (db: Reader, { userId, key, fingerprint }: IdempotencyClaim, now: number) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .where((e) => e.or([e('answer', 'is not', null), e('lease_until', '>', now), e('fingerprint', '!=', fingerprint)]))
    .executeTakeFirst()

const rowOfClaim = ({ userId, key, holder }: IdempotencyClaim) => ({ user_id: userId, key, holder })

async function renewLease(db: Writer, claim: IdempotencyClaim, leaseUntil: number): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ lease_until: leaseUntil })
    .where((e) => e.and(rowOfClaim(claim)))
    .execute()
}

/** Releases the key, unless an answer was stored. */
async function releaseKey(db: Writer, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where((e) => e.and(rowOfClaim(claim)))
    .where('answer', 'is', null)
    .execute()
}

/** Removes up to `limit` expired records, and returns how many. */
export async function pruneKeys(tx: Transaction, now: number, limit: number): Promise<number> {
  const expired = await tx
    .selectFrom('idempotency')
    .select(['user_id', 'key'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  for (const { user_id, key } of expired)
    await tx
      .deleteFrom('idempotency')
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .where('expires_at', '<=', now)
      .execute()
  return expired.length
}
