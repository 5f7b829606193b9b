import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type DeliveryAttempt, maxInterruptions, moveDelivery } from '../domain/delivery.ts'
import { type DeliveryRow, readDelivery } from './deliveries.ts'
import type { Database, Reader, Transaction, Writer } from './engine/database.ts'
import { type Executing, fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import { isStillDue, newLease, timeHasCome } from './engine/leases.ts'
import { listed, numberOf, numbersIn, textOf, textsIn } from './engine/listed.ts'
import type { Tables } from './tables.ts'

const delivering = sql.lit(moveDelivery('pending', 'delivering'))

/** An endpoint, and how many of its deliveries to claim. */
export interface EndpointAsk {
  readonly lane: string
  readonly room: number
}

export type DueDelivery = Pick<DeliveryRow, 'id' | 'lane' | 'user_id' | 'status'>

interface Look {
  readonly limit: number
  readonly except: readonly string[]
  /** Only what has become due within so many milliseconds. */
  readonly within: number
}

/**
 * Reads the deliveries that have been due for the longest time, at most `limit`. Returns how many it has read, and those of
 * them that are not for the endpoints in `except`.
 */
export async function dueDeliveries(
  db: Reader,
  { limit, except, within = Number.MAX_SAFE_INTEGER }: Omit<Look, 'within'> & Partial<Look>,
): Promise<{ readonly read: number; readonly due: readonly DueDelivery[] }> {
  const rows = await selectDue(db, { limit, except, within })
  return { read: Number(rows[0]?.read), due: rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }])) }
}

const selectDue = fixed((db: Reader, value: ValueOf<Look>) =>
  sql<Omit<DueDelivery, 'id'> & { id: number | null; read: number }>`
    with longest as materialized (
      select id, lane, user_id, status from deliveries
      where ${timeHasCome(db)} and due_at > ${databaseNow(db)} - ${value('within')}
        and (status <> ${delivering} or held_until <= ${databaseNow(db)})
      order by due_at, id limit ${value('limit')})
    select id, lane, user_id, status, read from (select count(*) as read from longest) as counted
    left join longest on lane not in ${textsIn(db, value('except'))}`.compile(db),
)

interface Walk {
  readonly after: string
  readonly limit: number
  readonly except: readonly string[]
}

/**
 * Endpoints that have open deliveries, in alphabetical order after `after`. The user is null if nothing is due to them now, and
 * for endpoints in `except`.
 */
export const waitedFor = fixed((db: Reader, value: ValueOf<Walk>) => {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select lane from deliveries where due_at is not null and lane > ${after} order by lane limit 1)`
  return sql<{ lane: string; user_id: number | null }>`
    with recursive waiting(lane, place) as (
      select ${next(sql`${value('after')}`)}, 1
      union all
      select ${next(sql`waiting.lane`)}, place + 1 from waiting where lane is not null and place < ${value('limit')})
    select lane, case when lane not in ${textsIn(db, value('except'))} then (
      select user_id from deliveries where ${dueTo(db, sql`waiting.lane`)} order by due_at, id limit 1) end as user_id
    from waiting where lane is not null`.compile(db)
})

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

/** Leases what is due to some endpoints, for each the longest due first, except interrupted attempts. */
export async function claimOfEach(
  db: Pick<Database, 'kind' | 'single' | 'step'>,
  asks: readonly EndpointAsk[],
  lease: number,
): Promise<ClaimedDelivery[]> {
  if (db.kind === 'sqlite')
    return db.step(async (tx) => {
      const due = await dueOfEach(tx, { asks, most: Math.max(0, ...asks.map(({ room }) => room)) })
      const ids = due.map(({ id }) => id)
      return claimDeliveries(tx, ids, lease)
    })
  const taken = await db.single((writer) => takeOfEach(writer, { asks, lease }))
  return taken.map((row) => ({ ...row, ...readDelivery(row), started_at: row.started_at, gone: goneOf(row) }))
}

/**
 * What is due to one endpoint, except interrupted attempts. The time of the lease is not asked for, nor is there a list of
 * statuses: PostgreSQL would expect few rows, read all that is due to the endpoint, and sort it.
 */
const dueTo = (db: Executing, lane: RawBuilder<unknown>) =>
  sql`lane = ${lane} and ${timeHasCome(db)} and status <> ${delivering}`

interface Asks {
  readonly asks: readonly EndpointAsk[]
}

/** SQLite takes no limit from a list. */
const dueOfEach = fixed((tx: Transaction, value: ValueOf<Asks & { readonly most: number }>) =>
  sql<{ id: number }>`
    select deliveries.id from ${listed(tx, value('asks'))} cross join deliveries on deliveries.id in (
      select id from (
        select id, row_number() over (order by due_at, id) as place from (
          select id, due_at from deliveries where ${dueTo(tx, textOf('lane'))}
          order by due_at, id limit ${value('most')}))
      where place <= ${numberOf('room')})`.compile(tx),
)

/** One statement, and not a transaction of six: they would take several times as long, and all deliveries wait for a claim. */
const takeOfEach = fixed((db: Writer, value: ValueOf<Asks & { readonly lease: number }>) => {
  const { columns, joins } = needed(db, 'taken')
  return sql<Read & { readonly started_at: number }>`
    with taken as materialized (
      select one.* from ${listed(db, value('asks'))} cross join lateral (
        select * from deliveries where ${dueTo(db, textOf('lane'))}
        order by due_at, id limit ${numberOf('room')} for update skip locked) as one),
    before as (select taken.*, ${columns} from taken ${joins})
    update deliveries
    set held_until = ${newLease(db, value('lease')).until}, fence = before.fence + 1, attempts = before.attempts + 1,
      status = ${moveDelivery('pending', 'delivering')}, started_at = ${databaseNow(db)}
    from before where deliveries.id = before.id and deliveries.id = any(array(select id from taken))
    returning before.*, deliveries.fence, deliveries.attempts, deliveries.status, deliveries.started_at`.compile(db)
})

/** Leases deliveries whose workers ended during an attempt. It is added to the history, and is repeated without counting. */
export const claimInterrupted = (
  db: Pick<Database, 'step'>,
  ids: readonly number[],
  lease: number,
): Promise<ClaimedDelivery[]> => db.step((tx) => claimDeliveries(tx, ids, lease))

async function claimDeliveries(tx: Transaction, ids: readonly number[], lease: number): Promise<ClaimedDelivery[]> {
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

/** What an attempt needs, besides the delivery itself. */
const needed = (db: Executing, delivery: 'deliveries' | 'taken') => {
  const now = databaseNow(db)
  const ref = (column: string) => sql.ref(`${delivery}.${column}`)
  const previous = sql`case when previous_until > ${now} then previous end`
  // Not joined: only callbacks need it.
  const ofCallback = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from callback_secrets where user_id = ${ref('user_id')})`
  return {
    columns: sql`
      (select data from events where id = ${ref('event_id')}) as data, webhooks.failing_since, webhooks.disabled_at, webhooks.deleted_at,
      coalesce(webhooks.secret, ${ofCallback(sql`secret`)}) as secret, coalesce(webhooks.url, ${ref('url')}) as url,
      case when webhooks.id is null then ${ofCallback(previous)} else ${previous} end as previous`,
    joins: sql`left join webhooks on webhooks.id = ${ref('webhook_id')}`,
  }
}

type Needed = Pick<ClaimedDelivery, 'data' | 'secret' | 'url' | 'previous' | 'failing_since'> & {
  readonly disabled_at: number | null
  readonly deleted_at: number | null
}
type Read = Selectable<Tables['deliveries']> & Needed

const dueWithEvents = fixed((tx: Transaction, value: ValueOf<Ids>) => {
  const { columns, joins } = needed(tx, 'deliveries')
  return sql<Read>`
    select deliveries.*, ${columns} from deliveries ${joins}
    where deliveries.id in ${numbersIn(tx, value('ids'))} and ${isStillDue(tx, 'deliveries')}
    ${isPostgres(tx) ? sql`for update of deliveries skip locked` : sql``}`.compile(tx)
})

/**
 * The lease is in `due_at` too, so that looks do not read what is held. `takeOfEach` leaves `due_at` alone, because on PostgreSQL
 * that would cost index entries.
 */
const leaseDeliveries = fixed((tx: Transaction, value: ValueOf<Ids & { readonly lease: number }>) => {
  const { until, fence } = newLease(tx, value('lease'))
  return tx
    .updateTable('deliveries')
    .set({
      due_at: until,
      held_until: until,
      fence,
      attempts: sql<number>`attempts + case when status = 'delivering' then 0 else 1 end`,
      status: 'delivering',
      started_at: databaseNow(tx),
    })
    .where('id', 'in', numbersIn(tx, value('ids')))
    .returning(['id', 'fence', 'attempts', 'started_at'])
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
