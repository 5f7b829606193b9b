import { setTimeout as sleep } from 'node:timers/promises'
import { appendEvents } from '../../../src/store/deliveries/events.ts'
import type { Database, Transaction } from '../../../src/store/engine/database.ts'
import type { Chance } from './chance.ts'
import { nameShares } from './endpoint-plan.ts'

/** The user and the post that an event belongs to. */
export interface Subject {
  readonly userId: number
  readonly postId: number
}

/** Writes many events, in transactions of which half are rolled back. */
export interface Author {
  /** The number of events that were committed, and that were rolled back, once there are enough deliveries. */
  readonly done: Promise<{ readonly kept: number; readonly takenBack: number }>
  readonly stop: () => void
}

/** The data of an event shows whether it was committed, and has characters that are easily corrupted. */
export const happened = 'this “happened”, \\ "quoted" \u2028 🎉'
export const neverHappened = 'this never happened'

/** The maximum number of events in one transaction. */
const most = 12
const pause = 5 // milliseconds, so that others can write

export function startAuthor(
  database: Database,
  subjects: readonly [Subject, ...Subject[]],
  { chance, deliveries }: { chance: Chance; deliveries: number },
): Author {
  let stopped = false
  async function write(): Promise<{ kept: number; takenBack: number }> {
    const counts = { kept: 0, takenBack: 0 }
    while (!stopped && (await countDeliveries(database)) < deliveries) {
      const count = Math.ceil(chance.between(0, most))
      const happens = chance.happens(0.5)
      await writeOnce(database, chance.pick(subjects), events(chance, count, happens), happens)
      counts[happens ? 'kept' : 'takenBack'] += count
      await sleep(pause)
    }
    return counts
  }
  return {
    done: write(),
    stop: () => {
      stopped = true
    },
  }
}

class TakenBack extends Error {}

async function writeOnce(
  database: Database,
  subject: Subject,
  written: Parameters<typeof appendEvents>[2],
  happens: boolean,
): Promise<void> {
  const work = async (tx: Transaction) => {
    await appendEvents(tx, { ...subject, now: Date.now() }, written)
    if (!happens) throw new TakenBack()
  }
  await database.transaction(work).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
}

function events(chance: Chance, count: number, happens: boolean) {
  return Array.from({ length: count }, () => ({
    name: nameBy(chance.fraction()),
    data: { note: happens ? happened : neverHappened, number: chance.fraction() },
  }))
}

function nameBy(fraction: number): string {
  let left = fraction
  for (const [name, share] of Object.entries(nameShares)) {
    if (left < share) return name
    left -= share
  }
  return 'post.published'
}

async function countDeliveries({ read }: Database): Promise<number> {
  const { count } = await read
    .selectFrom('deliveries')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
