import type { Sealer } from '../crypto/seal.ts'
import type { Database, Reader, Transaction, Writer } from './engine/database.ts'
import { answerPlace } from './engine/sealed.ts'

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

/** The records of idempotency keys, with their answers sealed. */
export interface IdempotencyRecords {
  readonly claim: (claim: IdempotencyClaim, times: ClaimTimes) => Promise<boolean>
  readonly find: (claim: IdempotencyClaim) => Promise<IdempotencyRecord | undefined>
  /** Stores the answer. False if the request no longer holds the key. */
  readonly answer: (tx: Transaction, claim: IdempotencyClaim, answer: unknown) => Promise<boolean>
  readonly renew: (claim: IdempotencyClaim, leaseUntil: number) => Promise<void>
  readonly release: (claim: IdempotencyClaim) => Promise<void>
}

export function idempotencyRecords(database: Database, sealer: Sealer): IdempotencyRecords {
  return {
    claim: (claim, times) => database.single((db) => claimKey(db, claim, times)),
    find: async (claim) => {
      const row = await findKey(database.read, claim)
      return row && { ...row, answer: row.answer === null ? null : JSON.parse(sealer.open(row.answer, place(claim))) }
    },
    answer: (tx, claim, answer) => storeAnswer(tx, claim, sealer.seal(JSON.stringify(answer), place(claim))),
    renew: (claim, leaseUntil) => database.single((db) => renewLease(db, claim, leaseUntil)),
    release: (claim) => database.single((db) => releaseKey(db, claim)),
  }
}

const place = ({ userId, key }: IdempotencyClaim): string => answerPlace(userId, key)

export interface ClaimTimes {
  readonly now: number
  readonly leaseUntil: number
  readonly expiresAt: number
}

/** Leases the key if it is free, or if the lease of its holder has run out without an answer. */
async function claimKey(db: Writer, claim: IdempotencyClaim, times: ClaimTimes): Promise<boolean> {
  const { userId, key, fingerprint, holder } = claim
  const row = { fingerprint, holder, lease_until: times.leaseUntil, answer: null, expires_at: times.expiresAt }
  const claimed = await db
    .insertInto('idempotency')
    .values({ user_id: userId, key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet(row)
        .where((e) =>
          e.or([
            e('idempotency.expires_at', '<=', times.now),
            e.and([
              e('idempotency.answer', 'is', null),
              e('idempotency.lease_until', '<=', times.now),
              e('idempotency.fingerprint', '=', fingerprint),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

const findKey = (db: Reader, { userId, key }: IdempotencyClaim) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

const held = ({ userId, key, holder }: IdempotencyClaim) => ({ user_id: userId, key, holder })

/** Whether the request still held the key, so that repeated requests get its answer. */
async function storeAnswer(tx: Transaction, claim: IdempotencyClaim, answer: string): Promise<boolean> {
  const result = await tx
    .updateTable('idempotency')
    .set({ answer })
    .where((e) => e.and(held(claim)))
    .where('answer', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

async function renewLease(db: Writer, claim: IdempotencyClaim, leaseUntil: number): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ lease_until: leaseUntil })
    .where((e) => e.and(held(claim)))
    .execute()
}

/** Releases the key, unless an answer was stored. */
async function releaseKey(db: Writer, claim: IdempotencyClaim): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where((e) => e.and(held(claim)))
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
