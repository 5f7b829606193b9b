import { sql } from 'kysely'
import {
  type DeliveryAttempt,
  type DeliveryError,
  type DeliveryStatus,
  maxInterruptions,
  moveDelivery,
} from '../domain/delivery.ts'
import { type DeliveryRow, readDelivery } from './deliveries.ts'
import type { Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow, inTime, isPostgres } from './engine/kind.ts'
import { dueNow, type Held, isStillDue, newLease, release } from './engine/leases.ts'
import { numbersIn, textsIn } from './engine/listed.ts'

export interface DeliveryAsk {
  readonly limit: number
  /** Endpoints that are left out. */
  readonly except: readonly string[]
  /** Users that are left out. */
  readonly exceptUsers: readonly number[]
  /** The only endpoints that are looked at; null: all. */
  readonly only: readonly string[] | null
}

export type DueDelivery = Pick<DeliveryRow, 'id' | 'lane' | 'user_id'>

/** Due deliveries, the longest due first. On PostgreSQL they are locked, and those that others have locked are skipped. */
export const dueDeliveries = (tx: Transaction, { only, ...ask }: DeliveryAsk): Promise<DueDelivery[]> =>
  only === null ? ofAll(tx, ask) : ofSome(tx, { ...ask, only })

type Among = Omit<DeliveryAsk, 'only'>

const due = (tx: Transaction, value: ValueOf<Among>) =>
  tx
    .selectFrom('deliveries')
    .select(['id', 'lane', 'user_id'])
    .where(dueNow(tx, 'deliveries'))
    .where('lane', 'not in', textsIn(tx, value('except')))
    .where('user_id', 'not in', numbersIn(tx, value('exceptUsers')))
    .orderBy('due_at')
    .orderBy('id')
    .limit(value('limit'))
    .$if(isPostgres(tx), (query) => query.forUpdate().skipLocked())

const ofAll = fixed((tx: Transaction, value: ValueOf<Among>) => due(tx, value).compile())
/**
 * `is true` keeps the database from beginning with the endpoints: it would read and sort all that is due to them, at each
 * claim. In the order of `due_at`, it can stop when it has enough.
 */
const ofSome = fixed((tx: Transaction, value: ValueOf<Among & { readonly only: readonly string[] }>) =>
  due(tx, value)
    .where(sql<boolean>`(lane in ${textsIn(tx, value('only'))}) is true`)
    .compile(),
)

/** A claimed delivery with all that an attempt needs. */
export interface ClaimedDelivery extends DeliveryRow {
  /** When this attempt began, by the database's time. */
  readonly started_at: number
  readonly data: string
  /** Sealed; null if the user has none for callbacks yet. */
  readonly secret: string | null
  /** Where it goes: the present URL of the webhook, or that of the callback. */
  readonly url: string
  /** The secret before, sealed, while it signs as well. */
  readonly previous: string | null
  /** Only for webhooks: every attempt has failed since then. */
  readonly failing_since: number | null
  /** The endpoint was deleted or disabled in the meantime. */
  readonly gone: 'endpoint_removed' | 'disabled' | null
}

/**
 * Leases deliveries. If one is still `delivering`, its worker ended during the attempt: that attempt is added to the
 * history, and is repeated without counting.
 */
export async function claimDeliveries(
  tx: Transaction,
  ids: readonly number[],
  lease: number,
): Promise<ClaimedDelivery[]> {
  const before = await dueWithEvents(tx, { ids })
  if (before.length === 0) return []
  const claimed = await leaseDeliveries(tx, { ids: before.map(({ id }) => id), lease })
  const writtenOf = new Map(claimed.map((row) => [row.id, row]))
  const deliveries = before.flatMap((row) => {
    const written = writtenOf.get(row.id)
    if (!written) return []
    const read = { ...row, ...readDelivery(row) }
    const { started_at } = written
    if (started_at === null) throw new Error('A claimed delivery has no start time.')
    return [
      {
        ...read,
        ...written,
        started_at,
        status: 'delivering' as const,
        history: historyOf(read, started_at),
        gone: goneOf(row),
      },
    ]
  })
  await keepInterruptions(tx, deliveries)
  return deliveries
}

const goneOf = (webhook: {
  readonly deleted_at: number | null
  readonly disabled_at: number | null
}): ClaimedDelivery['gone'] =>
  webhook.deleted_at !== null ? 'endpoint_removed' : webhook.disabled_at !== null ? 'disabled' : null

type Ids = { readonly ids: readonly number[] }

const dueWithEvents = fixed((tx: Transaction, value: ValueOf<Ids>) => {
  const now = databaseNow(tx)
  return tx
    .selectFrom('deliveries')
    .leftJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .leftJoin('callback_secrets', 'callback_secrets.user_id', 'deliveries.user_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .selectAll('deliveries')
    .select((e) => [
      'events.data',
      e.fn.coalesce('webhooks.secret', 'callback_secrets.secret').as('secret'),
      sql<string>`coalesce(webhooks.url, deliveries.url)`.as('url'),
      sql<string | null>`case
        when webhooks.id is not null then case when webhooks.previous_until > ${now} then webhooks.previous end
        when callback_secrets.previous_until > ${now} then callback_secrets.previous end`.as('previous'),
      'webhooks.failing_since',
      'webhooks.disabled_at',
      'webhooks.deleted_at',
    ])
    .where('deliveries.id', 'in', numbersIn(tx, value('ids')))
    .where(isStillDue(tx))
    .compile()
})

const leaseDeliveries = fixed((tx: Transaction, value: ValueOf<Ids & { readonly lease: number }>) => {
  const { until, fence } = newLease(tx, value('lease'))
  return tx
    .updateTable('deliveries')
    .set({
      due_at: until,
      fence,
      attempts: sql<number>`attempts + case when status = 'delivering' then 0 else 1 end`,
      status: 'delivering',
      started_at: databaseNow(tx),
    })
    .where('id', 'in', numbersIn(tx, value('ids')))
    .returning(['id', 'fence', 'attempts', 'started_at', 'due_at'])
    .compile()
})

/** Stored now: otherwise the interruption would be lost if this worker ends in the same way. */
async function keepInterruptions(tx: Transaction, deliveries: readonly ClaimedDelivery[]): Promise<void> {
  for (const { id, history } of deliveries)
    if (history.at(-1)?.error === 'worker_interrupted')
      await tx
        .updateTable('deliveries')
        .set({ history: JSON.stringify(history) })
        .where('id', '=', id)
        .execute()
}

/** It is unknown when the worker of an interrupted attempt ended, so the attempt ends now. */
const historyOf = ({ status, history, attempts, started_at }: DeliveryRow, now: number): readonly DeliveryAttempt[] =>
  status === 'delivering'
    ? [
        ...history,
        {
          number: attempts,
          startedAt: started_at ?? now,
          finishedAt: now,
          statusCode: null,
          error: 'worker_interrupted',
        },
      ]
    : history

/** Whether workers have ended during this delivery so often that it may be the cause. */
export const isInterrupted = ({ history }: Pick<ClaimedDelivery, 'history'>): boolean =>
  history.filter(({ error }) => error === 'worker_interrupted').length >= maxInterruptions

export interface EndedAttempt {
  readonly status: DeliveryStatus
  /** In how many milliseconds the next attempt is due; null: there is none. */
  readonly dueIn: number | null
  readonly statusCode: number | null
  readonly error: DeliveryError | null
  readonly history: readonly DeliveryAttempt[]
  readonly deliveredAt?: number
  /** If fewer attempts count than were claimed. */
  readonly attempts?: number
}

/** Writes how an attempt ended. */
export const endAttempt = (
  tx: Transaction,
  delivery: Held,
  { status, dueIn, statusCode, error, history, deliveredAt, attempts }: EndedAttempt,
): Promise<void> =>
  release(tx, 'deliveries', delivery, dueIn === null ? null : inTime(tx, dueIn), {
    status: moveDelivery('delivering', status),
    last_status_code: statusCode,
    last_error_code: error,
    history: JSON.stringify(history),
    ...(deliveredAt !== undefined && { delivered_at: deliveredAt }),
    ...(attempts !== undefined && { attempts }),
  })

/**
 * Postpones what waits for an endpoint, because it does not answer: looks at up to `limit` deliveries after an ID. Returns
 * the ID to continue after; null if there are no more.
 */
export async function putOff(
  tx: Transaction,
  lane: string,
  pause: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | null> {
  const waiting = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('lane', '=', lane)
    .where('due_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = waiting.at(-1)
  if (last === undefined) return null
  const until = inTime(tx, pause)
  await tx
    .updateTable('deliveries')
    .set({ due_at: until })
    .where('lane', '=', lane)
    .where('id', '>', after)
    .where('id', '<=', last.id)
    .where('due_at', '<', until)
    .where('status', 'in', ['pending', 'retrying'])
    .execute()
  return waiting.length === limit ? last.id : null
}
