import { type RawBuilder, sql } from 'kysely'
import { second } from '../../domain/time.ts'
import type { Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow, isPostgres } from '../engine/kind.ts'
import type { Lease } from '../engine/leases.ts'
import { inOrder, listed, numberOf, numbersIn } from '../engine/listed.ts'
import { beingAdded, firstWork, lockQuietEndpoints, notBefore, orderOf } from '../engine/quiet.ts'
import type { Batch } from '../walk.ts'

/** An endpoint that its worker gives back. */
export interface ReleasedEndpoint extends Lease {
  readonly room: number
  readonly silences: number
  /** How long to send nothing, in milliseconds. */
  readonly pause: number
  /** Something was due, and nothing could be taken: an older version has it. */
  readonly wasIdle: boolean
  /** Deliveries that were created before this time are cancelled, and none of them is left. */
  readonly cancelledBefore: number | null
}

/** When to look again at an endpoint whose deliveries an older version has. */
const idlePause = second

/**
 * Gives endpoints back; returns the IDs of those that were still leased. An endpoint becomes due later only if no transaction is
 * adding something to it (engine/quiet.ts).
 */
export async function releaseEndpoints(tx: Transaction, released: readonly ReleasedEndpoint[]): Promise<number[]> {
  const quiet = await lockQuietEndpoints(
    tx,
    released.map(({ id }) => id),
  )
  const rows = released.map((row) => ({
    ...row,
    wasIdle: Number(row.wasIdle),
    isQuiet: Number(quiet.has(row.id)),
  }))
  const written = await writeReleased(tx, { rows: inOrder(rows) })
  return written.map(({ id }) => id)
}

const writeReleased = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) => {
  const now = databaseNow(tx)
  const next = firstWork(tx, 'deliveries', sql`endpoints.lane`)
  const pausedUntil = sql`case when ${numberOf('pause')} = 0 then 0 else ${now} + ${numberOf('pause')} end`
  const cancelBefore = sql`case when cancel_before = ${numberOf('cancelledBefore')} then null else cancel_before end`
  const unpaused = (time: RawBuilder<unknown>) => notBefore(time, pausedUntil)
  // In whole seconds, so that a busy endpoint seldom changes the index, and still goes behind others.
  const behindOthers = notBefore(sql`endpoints.due_at`, sql`${now} / 1000 * 1000`)
  return sql<{ id: number }>`
    update endpoints set
      held_until = ${now}, fence = endpoints.fence + 1, room = ${numberOf('room')}, silences = ${numberOf('silences')},
      paused_until = ${pausedUntil}, cancel_before = ${cancelBefore},
      due_at = case
        when ${cancelBefore} is not null then ${now}
        when ${next} <= ${now} and ${numberOf('wasIdle')} = 1 then ${unpaused(sql`${now} + ${sql.lit(idlePause)}`)}
        when ${next} <= ${now} then ${unpaused(behindOthers)}
        when ${numberOf('isQuiet')} = 1 then ${unpaused(next)}
        else ${unpaused(sql`${now} + ${sql.lit(beingAdded)}`)} end
    from ${listed(tx, value('rows'))}
    where endpoints.id = ${numberOf('id')} and endpoints.fence = ${numberOf('fence')}
    returning endpoints.id`.compile(tx)
})

/**
 * Deliveries that wait for an endpoint and were created before a time, or until now, are not sent any more. This
 * changes one row, however many wait: who takes the endpoint cancels them in parts. An attempt that is running can't be
 * stopped: its result is stored, and it is the last one.
 */
export async function cancelWaiting(
  tx: Transaction,
  endpoint: string,
  createdBefore: number | null = null,
): Promise<void> {
  const before = createdBefore ?? sql<number>`${databaseNow(tx)} + 1`
  await tx
    .updateTable('endpoints')
    .set({ due_at: databaseNow(tx), cancel_before: notBefore(sql`coalesce(cancel_before, 0)`, sql`${before}`) })
    .where('lane', '=', endpoint)
    .where('due_at', 'is not', null)
    .execute()
}

/** Deliveries that are cancelled in one transaction. */
const cancelledTogether = 500

export interface CancelPosition {
  readonly due_at: number
  readonly id: number
}

/**
 * Cancels the next deliveries that were created before a time. Returns where to go on, because a search from the start would
 * read all that was cancelled before; null if nothing is left.
 */
export async function cancelSome(
  tx: Transaction,
  {
    endpoint,
    createdBefore,
    after,
  }: { readonly endpoint: string; readonly createdBefore: number; readonly after: CancelPosition },
): Promise<CancelPosition | null> {
  const found = await findCancelled(tx, {
    endpoint,
    createdBefore,
    dueAt: after.due_at,
    id: after.id,
    limit: cancelledTogether,
  })
  await writeCancelled(tx, { ids: found.map(({ id }) => id) })
  return found.at(-1) ?? null
}

/** Before the first delivery. */
export const fromStart: CancelPosition = { due_at: 0, id: 0 }

const waits = sql`status in ('pending', 'retrying')`

const findCancelled = fixed(
  (
    tx: Transaction,
    value: ValueOf<{ endpoint: string; createdBefore: number; dueAt: number; id: number; limit: number }>,
  ) =>
    sql<CancelPosition>`
      select due_at, id from deliveries
      where lane = ${value('endpoint')} and due_at is not null and (due_at, id) > (${value('dueAt')}, ${value('id')})
        and ${waits} and created_at < ${value('createdBefore')}
      ${orderOf(tx, 'deliveries')} limit ${value('limit')}`.compile(tx),
)

const writeCancelled = fixed((tx: Transaction, value: ValueOf<{ readonly ids: readonly number[] }>) => {
  const isRemoved = sql`exists (select 1 from webhooks where webhooks.id = webhook_id and deleted_at is not null)`
  return sql`
    update deliveries set status = 'cancelled', due_at = null, fence = fence + 1,
      last_error_code = case when ${isRemoved} then 'endpoint_removed' else last_error_code end
    where id in ${numbersIn(tx, value('ids'))} and ${waits}`.compile(tx)
})

/** Its address is a new one, or its owner says that it works again: what was known of it does not count. */
export const forgetSilence = async (tx: Transaction, endpoint: string): Promise<void> =>
  void (await tx
    .updateTable('endpoints')
    .set({
      room: 1,
      silences: 0,
      paused_until: 0,
      due_at: sql<number | null>`case when due_at is not null then ${databaseNow(tx)} end`,
    })
    .where('lane', '=', endpoint)
    .execute())

/**
 * Removes endpoints to which nothing was sent since then, in the order of their numbers. Returns where to go on; null after the
 * last. A delivery that is being added keeps its endpoint locked.
 */
export async function pruneEndpoints(tx: Transaction, { before, after, limit }: Batch): Promise<number | null> {
  const next = tx.selectFrom('endpoints').select('id').where('id', '>', after).orderBy('id').limit(limit)
  const ids = (await next.execute()).map(({ id }) => id)
  await removeUnused(tx, { ids, before })
  return ids.length === limit ? (ids.at(-1) ?? null) : null
}

const removeUnused = fixed(
  (tx: Transaction, value: ValueOf<{ readonly ids: readonly number[]; readonly before: number }>) =>
    sql`
    delete from endpoints where id in (
      select id from endpoints
      where id in ${numbersIn(tx, value('ids'))} and due_at is null and held_until < ${value('before')}
      ${isPostgres(tx) ? sql`for update skip locked` : sql``})`.compile(tx),
)
