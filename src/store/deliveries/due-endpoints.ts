import { type RawBuilder, type Selectable, sql } from 'kysely'
import { maxInterruptions } from '../../domain/delivery.ts'
import type { Database, Reader, Transaction, Writer } from '../engine/database.ts'
import { fixed, type QueryRunner, type ValueOf } from '../engine/fixed.ts'
import { notHeld } from '../engine/held.ts'
import { databaseNow } from '../engine/kind.ts'
import { newLease, timeHasCome } from '../engine/leases.ts'
import { listed, numberOf, numbersIn, textOf } from '../engine/listed.ts'
import { dueOf, orderOf } from '../engine/quiet.ts'
import type { Tables } from '../tables.ts'
import { type DeliveryRow, tryReadDelivery } from './deliveries.ts'

/** An endpoint that is due and not leased. */
export interface DueEndpoint {
  readonly id: number
  readonly user_id: number
  /** Deliveries at the same time. 1 also means that it has not responded lately; 0: what waits for it is to be cancelled. */
  readonly room: number
}

interface DueEndpointQuery {
  /** The most endpoints that respond. */
  readonly responding: number
  /** The most endpoints that have not responded lately. */
  readonly unknown: number
  readonly fullUsers: readonly number[]
  /** Users who have no slots for endpoints that have not responded lately. */
  readonly fullOfUnknown: readonly number[]
}

/** Endpoints that are due, the longest due first: those that respond, then the others. */
export const findDueEndpoints = fixed((db: Reader, value: ValueOf<DueEndpointQuery>) => {
  const some = (isMeant: RawBuilder<unknown>, full: readonly number[], limit: number) => sql`
    select * from (
      select id, user_id, case when cancel_before is null then room else 0 end as room from endpoints
      where ${timeHasCome(db)} and held_until <= ${databaseNow(db)} and ${isMeant} and user_id not in ${numbersIn(db, full)}
      order by due_at, id limit ${limit}) as part`
  return sql<DueEndpoint>`
    ${some(sql`room > 1`, value('fullUsers'), value('responding'))} union all
    ${some(sql`room = 1`, value('fullOfUnknown'), value('unknown'))}`.compile(db)
})

/** An endpoint to take, and how much to take with it. */
export interface EndpointRequest {
  readonly id: number
  /** How many deliveries. */
  readonly slots: number
  /** Its fence, if this worker has leased it and takes more. */
  readonly fence?: number
}

/** An endpoint that a worker has leased, with the deliveries that were taken with it. */
export interface LeasedEndpoint extends Endpoint {
  /** In milliseconds. */
  readonly lease: number
  readonly deliveries: readonly ClaimedDelivery[]
  readonly unreadable: readonly UnreadableDelivery[]
}

type Endpoint = Pick<Selectable<Tables['endpoints']>, (typeof endpointColumns)[number]>
const endpointColumns = ['id', 'fence', 'lane', 'user_id', 'room', 'silences', 'cancel_before'] as const

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

/** A newer version wrote it, or its data is damaged. It gets back what it had before it was taken. */
export interface UnreadableDelivery {
  readonly id: number
  readonly fence: number
  readonly before: Before
}

type Row = Selectable<Tables['deliveries']>
type Before = Pick<Row, 'status' | 'attempts' | 'history'>

interface TakenDelivery {
  readonly row: Row & AttemptData
  readonly before: Before
}

/**
 * Takes endpoints that are still due and free, each with the deliveries that are due for the longest time; or more deliveries
 * of an endpoint that this worker has leased.
 */
export async function takeEndpoints(
  database: Pick<Database, 'kind' | 'single' | 'step'>,
  asks: readonly EndpointRequest[],
  lease: number,
): Promise<LeasedEndpoint[]> {
  if (asks.length === 0) return []
  const taking = { asks, lease }
  return database.kind === 'postgres'
    ? database.single((db) => takeOnPostgres(db, taking))
    : database.step((tx) => takeOnSqlite(tx, taking))
}

interface TakeRequest {
  readonly asks: readonly EndpointRequest[]
  readonly lease: number
}

/** One statement: a transaction of several takes several times as long, and all deliveries wait for a claim. */
async function takeOnPostgres(db: Writer, taking: TakeRequest): Promise<LeasedEndpoint[]> {
  const rows = await takeAtOnce(db, taking)
  return [...Map.groupBy(rows, ({ endpoint_id }) => endpoint_id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const endpoint: Endpoint = {
      id: first.endpoint_id,
      fence: first.endpoint_fence,
      lane: first.endpoint_lane,
      user_id: first.endpoint_user_id,
      room: first.endpoint_room,
      silences: first.endpoint_silences,
      cancel_before: first.endpoint_cancel_before,
    }
    const taken = own.flatMap((row) =>
      row.id === null
        ? []
        : [{ row, before: { status: row.before_status, attempts: row.before_attempts, history: row.before_history } }],
    )
    return [leasedEndpoint(endpoint, taking.lease, taken)]
  })
}

type EndpointOfRow = { readonly [C in keyof Endpoint as `endpoint_${C}`]: Endpoint[C] }
type TakenRow = EndpointOfRow &
  ((Row & AttemptData & { readonly [C in keyof Before as `before_${C}`]: Before[C] }) | { readonly id: null })

const takeAtOnce = fixed((db: Writer, value: ValueOf<TakeRequest>) => {
  const { columns, joins } = attemptData(db, 'taken')
  const before = sql.join(
    (['status', 'attempts', 'history'] as const).map((name) => sql`${sql.ref(name)} as ${sql.ref(`before_${name}`)}`),
  )
  const own = sql.join(endpointColumns.map((name) => sql`leased.${sql.ref(name)} as ${sql.ref(`endpoint_${name}`)}`))
  return sql<TakenRow>`
    with found as materialized (
      select one.id, one.lane, ${numberOf('slots')} as slots, ${isTaken} as is_taken from ${listed(db, value('asks'))}
      cross join lateral (
        select id, lane from endpoints where id = ${numberOf('id')} and ${isOurs(db)}
        for no key update skip locked) as one),
    taken as materialized (
      select one.* from found cross join lateral (
        select * from deliveries where ${isFree(db, sql`found.lane`)}
        ${orderOf(db, 'deliveries')} limit found.slots for update skip locked) as one),
    needed as (select taken.id, ${before}, ${columns} from taken ${joins}),
    leased as (
      update endpoints set held_until = ${newLease(db, value('lease')).until}, fence = endpoints.fence + found.is_taken
      from found where endpoints.id = found.id and endpoints.id = any(array(select id from found)) returning endpoints.*),
    begun as (
      update deliveries set ${begun(db, value('lease'))}
      from needed where deliveries.id = needed.id and deliveries.id = any(array(select id from taken))
      returning deliveries.*, ${sql.join(attemptDataNames.map((name) => sql`needed.${sql.ref(name)}`))},
        before_status, before_attempts, before_history)
    select ${own}, begun.* from leased left join begun on begun.lane = leased.lane`.compile(db)
})

async function takeOnSqlite(tx: Transaction, { asks, lease }: TakeRequest): Promise<LeasedEndpoint[]> {
  const endpoints = await leaseEndpoints(tx, { asks, lease })
  const slotsOf = new Map(asks.map(({ id, slots }) => [id, slots]))
  const found = await readDue(tx, {
    asks: endpoints.map(({ id, lane }) => ({ lane, slots: slotsOf.get(id) })),
    most: Math.max(0, ...asks.map(({ slots }) => slots)),
  })
  const written = await leaseDeliveries(tx, { ids: found.map(({ id }) => id), lease })
  const writtenOf = new Map(written.map((row) => [row.id, row]))
  const ofLane = Map.groupBy(
    found.map((row): TakenDelivery => {
      const { status, attempts, history } = row
      return { row: { ...row, ...writtenOf.get(row.id) }, before: { status, attempts, history } }
    }),
    ({ row }) => row.lane,
  )
  return endpoints.map((endpoint) => leasedEndpoint(endpoint, lease, ofLane.get(endpoint.lane) ?? []))
}

const leaseEndpoints = fixed((tx: Transaction, value: ValueOf<TakeRequest>) =>
  sql<Endpoint>`
    update endpoints set held_until = ${newLease(tx, value('lease')).until}, fence = endpoints.fence + ${isTaken}
    from ${listed(tx, value('asks'))} where endpoints.id = ${numberOf('id')} and ${isOurs(tx)}
    returning ${sql.join(endpointColumns.map((name) => sql.ref(`endpoints.${name}`)))}`.compile(tx),
)

/** SQLite takes no limit from a list. */
const readDue = fixed(
  (tx: Transaction, value: ValueOf<{ readonly asks: readonly object[]; readonly most: number }>) => {
    const { columns, joins } = attemptData(tx, 'deliveries')
    return sql<Row & AttemptData>`
    select deliveries.*, ${columns} from ${listed(tx, value('asks'))} cross join deliveries on deliveries.id in (
      select id from (
        select id, row_number() over (order by due_at, id) as rank from (
          select id, due_at from deliveries where ${isFree(tx, textOf('lane'))} ${orderOf(tx, 'deliveries')} limit ${value('most')}))
      where rank <= ${numberOf('slots')}) ${joins}`.compile(tx)
  },
)

const leaseDeliveries = fixed(
  (tx: Transaction, value: ValueOf<{ readonly ids: readonly number[]; readonly lease: number }>) =>
    sql<Pick<Row, 'id' | 'fence' | 'attempts' | 'started_at' | 'history' | 'status'>>`
      update deliveries set ${begun(tx, value('lease'))} where id in ${numbersIn(tx, value('ids'))}
      returning id, fence, attempts, started_at, history, status`.compile(tx),
)

/** 1 if an endpoint is taken now; 0 if this worker has it already, and its fence stays. */
const isTaken = sql<number>`case when ${numberOf('fence')} is null then 1 else 0 end`

const isOurs = (db: QueryRunner) => sql`case when ${numberOf('fence')} is null
  then ${timeHasCome(db)} and held_until <= ${databaseNow(db)} else fence = ${numberOf('fence')} end`

/**
 * Whether the holder of the endpoint may take a delivery. An attempt whose time is over was interrupted; any other may
 * be one of an older version, which takes deliveries without their endpoint.
 */
const isFree = (db: QueryRunner, lane: RawBuilder<unknown>) =>
  sql`${dueOf(db, 'deliveries', lane)} and ${notHeld} and (status <> 'delivering' or held_until <= ${databaseNow(db)})`

/**
 * The values to write when an attempt begins. An interrupted attempt is repeated without counting, and is kept in the
 * history now: this worker may end in the same way. When it ended is unknown, so it ends now. It is added as text,
 * because a history that can't be read must not make the statement fail.
 */
function begun(db: QueryRunner, lease: number) {
  const now = databaseNow(db)
  const ref = (name: string) => sql`deliveries.${sql.ref(name)}`
  const isInterruption = sql`${ref('status')} = 'delivering'`
  const number = (of: RawBuilder<unknown>) => sql`cast(${of} as text)`
  const interruption = sql`'{"number":' || ${number(ref('attempts'))}
    || ',"startedAt":' || ${number(sql`coalesce(${ref('started_at')}, ${now})`)} || ',"finishedAt":' || ${number(now)}
    || ',"statusCode":null,"error":"worker_interrupted"}]'`
  const earlier = sql`case when ${ref('history')} = '[]' then '['
    else substr(${ref('history')}, 1, length(${ref('history')}) - 1) || ',' end`
  return sql`
    held_until = ${newLease(db, lease).until}, fence = ${ref('fence')} + 1, started_at = ${now},
    attempts = ${ref('attempts')} + case when ${isInterruption} then 0 else 1 end,
    history = case when ${isInterruption} then ${earlier} || ${interruption} else ${ref('history')} end,
    status = 'delivering'`
}

const attemptDataNames = [
  'data',
  'failing_since',
  'disabled_at',
  'deleted_at',
  'secret',
  'present_url',
  'previous',
] as const

type AttemptData = Pick<ClaimedDelivery, 'data' | 'secret' | 'previous' | 'failing_since'> &
  Pick<Selectable<Tables['webhooks']>, 'disabled_at' | 'deleted_at'> & { readonly present_url: string }

/** The data that an attempt needs, besides the delivery itself. */
function attemptData(db: QueryRunner, delivery: 'deliveries' | 'taken') {
  const now = databaseNow(db)
  const ref = (column: string) => sql.ref(`${delivery}.${column}`)
  const previous = sql`case when previous_until > ${now} then previous end`
  // Not joined: only callbacks need it.
  const ofCallback = (column: RawBuilder<unknown>) =>
    sql`(select ${column} from callback_secrets where user_id = ${ref('user_id')})`
  return {
    columns: sql`
      (select data from events where id = ${ref('event_id')}) as data, webhooks.failing_since, webhooks.disabled_at, webhooks.deleted_at,
      coalesce(webhooks.secret, ${ofCallback(sql`secret`)}) as secret, coalesce(webhooks.url, ${ref('url')}) as present_url,
      case when webhooks.id is null then ${ofCallback(previous)} else ${previous} end as previous`,
    joins: sql`left join webhooks on webhooks.id = ${ref('webhook_id')}`,
  }
}

function leasedEndpoint(endpoint: Endpoint, lease: number, taken: readonly TakenDelivery[]): LeasedEndpoint {
  const deliveries: ClaimedDelivery[] = []
  const unreadable: UnreadableDelivery[] = []
  for (const { row, before } of taken) {
    const read = tryReadDelivery(row)
    const { id, fence, started_at, present_url: url } = row
    if (read && started_at !== null) deliveries.push({ ...row, ...read, url, started_at, gone: whyGone(row) })
    else unreadable.push({ id, fence, before })
  }
  return { ...endpoint, lease, deliveries, unreadable }
}

const whyGone = (webhook: Pick<AttemptData, 'deleted_at' | 'disabled_at'>): ClaimedDelivery['gone'] =>
  webhook.deleted_at !== null ? 'endpoint_removed' : webhook.disabled_at !== null ? 'disabled' : null

/** Whether workers have ended during this delivery so often that it may be the cause. */
export const isInterrupted = ({ history }: Pick<ClaimedDelivery, 'history'>): boolean =>
  history.filter(({ error }) => error === 'worker_interrupted').length >= maxInterruptions
