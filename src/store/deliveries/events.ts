import type { Selectable } from 'kysely'
import type { NewEvent } from '../../domain/post-events.ts'
import { uuid7 } from '../../system/random.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'
import { type Batch, walkOld } from '../walk.ts'
import { addDeliveries, type WrittenEvent } from './deliveries.ts'

interface Subject {
  readonly userId: number
  /** Null if the event is not about a post. */
  readonly postId: number | null
  readonly now: number
}

type OwnEvent = NewEvent & Subject

/**
 * Writes events and their deliveries, in the transaction of the change that they report, so that they exist together or
 * not at all.
 */
export const appendEvents = (
  tx: Transaction,
  { userId, postId, now }: Subject,
  events: readonly NewEvent[],
): Promise<void> =>
  writeEvents(
    tx,
    events.map(({ name, data }) => ({ name, data, userId, postId, now })),
  )

/** The same for events of several users. */
export async function writeEvents(tx: Transaction, events: readonly OwnEvent[]): Promise<void> {
  if (events.length > 0) await addDeliveries(tx, await insertEvents(tx, events))
}

/** Writes events without deliveries. */
export async function insertEvents(tx: Transaction, events: readonly OwnEvent[]): Promise<readonly WrittenEvent[]> {
  const rows = events.map(({ name, data, userId, postId, now }) => ({
    id: uuid7(now),
    userId,
    name,
    postId,
    data: JSON.stringify(data),
    now,
  }))
  await putEvents(tx, { rows })
  return rows
}

const putEvents = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .insertInto('events')
    .columns(['id', 'user_id', 'name', 'post_id', 'data', 'created_at'])
    .expression((e) =>
      e
        .selectFrom(listed(tx, value('rows')))
        .select([
          textOf('id').as('id'),
          numberOf('userId').as('user_id'),
          textOf('name').as('name'),
          numberOf('postId').as('post_id'),
          textOf('data').as('data'),
          numberOf('now').as('created_at'),
        ]),
    )
    .compile(),
)

/** A user's events before a number, the newest first. */
export const listEvents = (
  db: Reader,
  userId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Selectable<Tables['events']>[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

/** Removes old events that no delivery refers to. */
export const pruneEvents = (tx: Transaction, batch: Batch): Promise<number | null> =>
  walkOld(tx, { table: 'events', number: 'seq', time: 'created_at' }, batch, (isOld) =>
    tx
      .deleteFrom('events')
      .where(isOld)
      .where((e) =>
        e.not(
          e.exists(
            e.selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.event_id', '=', 'events.id'),
          ),
        ),
      )
      .execute(),
  )
