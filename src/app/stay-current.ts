import { minute, second } from '../domain/time.ts'
import type { Database } from '../store/engine/database.ts'
import {
  beat,
  findHold,
  type Hold,
  hold,
  markLost,
  readDatabaseIdentity,
  readLastWrite,
  readNow,
  storeDatabaseIdentity,
} from '../store/hold.ts'
import { findInstance } from '../store/instance.ts'
import { isoTime, runTime } from '../system/clock.ts'
import type { Log } from '../system/log.ts'
import { readLastSeen, writeLastSeen } from './data-dir.ts'

const beatEvery = 10 * second
/** If it could not be stored that the database is held. */
const beatAgain = second
/** If the clock of the database and one that nobody sets differ by more between two beats, the former was set. */
const longestJump = 10 * minute
/** A service may have worked for so long after it last stored that it was alive. */
const longestSilence = minute

interface Services {
  readonly database: Database
  readonly directory: string
}

/**
 * Holds a database that is older than what a service did with it: a copy that was put back, or a dump that was restored.
 * Whatever was published since then would be published again.
 */
export async function holdIfRestored({ database, directory }: Services): Promise<void> {
  // Before the database, since the database is always the first to be written.
  const seen = await readLastSeen(directory)
  const identity = await readDatabaseIdentity(database.read)
  const found = await restoredHold(database, { seen, identity })
  await store({ database, directory }, found, { seen, identity })
}

/** Holds the database because an operator says so. `since`: what was done from then on, it does not know. */
export async function holdNow(
  { database, directory }: Services,
  { reason, since }: { readonly reason: string; readonly since: number | null },
): Promise<void> {
  const seen = await readLastSeen(directory)
  const found = await findInstance(database.read)
  const known = since ?? found?.held_since ?? found?.alive_at ?? (await readLastWrite(database.read))
  const until = await endOf(database, seen, known)
  await store(
    { database, directory },
    { reason, since: known, until },
    { seen, identity: await readDatabaseIdentity(database.read) },
  )
}

interface Marks {
  readonly seen: number | null
  readonly identity: string | null
}

async function store({ database, directory }: Services, found: Hold | null, { seen, identity }: Marks): Promise<void> {
  const { at } = await database.step(async (tx) => {
    if (found) await hold(tx, found)
    await storeDatabaseIdentity(tx, identity)
    return beat(tx, seen ?? 0)
  })
  await writeLastSeen(directory, at)
  await markLost(database)
}

async function restoredHold(database: Database, marks: Marks): Promise<Hold | null> {
  const found = await findInstance(database.read)
  if (!found) return null
  const used = found.alive_at ?? (await readLastWrite(database.read))
  const reason = whyRestored(database.kind, found, used, marks)
  if (reason === null) return null
  const since = found.held_since ?? used
  return { reason, since, until: await endOf(database, marks.seen, since) }
}

type Instance = NonNullable<Awaited<ReturnType<typeof findInstance>>>

/** `used`: when the database was last used, as far as it knows. */
function whyRestored(
  kind: Database['kind'],
  { created_at: created, alive_at: alive, held_at: heldAt, held_until: until, place: earlier }: Instance,
  used: number,
  { seen, identity }: Marks,
): string | null {
  if (heldAt !== null && until === null) return 'The database is a copy that “polypost backup” made.'
  // It is new, or only an earlier version has used it.
  if (alive === null && (seen === null || created > seen)) return null
  if (seen !== null && seen > used)
    return 'The database is older than the one that was used last from this data directory: it was restored, or it lost its last changes.'
  if (kind === 'sqlite' && seen === null) return 'The database was put into this data directory from somewhere else.'
  if (earlier !== null && earlier !== identity) return 'The database was restored from a dump.'
  return null
}

/** Until when something may have been published. Only an embedded database has one service alone, whose end is known. */
async function endOf({ kind, read }: Database, seen: number | null, since: number): Promise<number> {
  const now = await readNow(read)
  return kind === 'sqlite' && seen !== null && seen > since ? Math.min(seen + longestSilence, now) : now
}

/** A hold that is to be stored. Its time may last until that has happened. */
interface OwedHold extends Omit<Hold, 'until'> {
  readonly until: number | null
}

/** In milliseconds, read at the same moment. The second one goes on while the machine sleeps, and nobody sets it. */
interface Clocks {
  readonly database: number
  readonly monotonic: number
}

/**
 * A clock that was set makes jobs due that are not, or fails them as too late. No writes are lost, so no job is marked but those
 * that were due before.
 */
function holdAfterJump(before: Clocks, now: Clocks): OwedHold | null {
  const jump = now.database - before.database - (now.monotonic - before.monotonic)
  if (Math.abs(jump) <= longestJump) return null
  const at = Math.min(before.database, now.database)
  const reason = `The clock of the database’s machine jumped ${jump > 0 ? 'ahead' : 'back'} by ${Math.round(Math.abs(jump) / minute)} minutes. Set it right before you release the database.`
  return { reason, since: at, until: at }
}

/**
 * Stores at intervals that the database is in use. If the database has forgotten an earlier time of this process, it
 * lacks other writes of that time as well, and is held: a standby may have taken over, or somebody restored it.
 */
export async function stayCurrent(
  { database, directory, log }: Services & { readonly log: Log },
  monotonic: () => number = runTime,
) {
  let last = (await readLastSeen(directory)) ?? 0
  let shown: string | null = null
  /** A hold that is not stored yet. Another process may beat before it is, so the database alone would not show the loss again. */
  let owed: OwedHold | null = null
  let clocks: Clocks = { database: await readNow(database.read), monotonic: monotonic() }
  /** Until when jobs are marked; null: not at all. */
  let marked: number | null = null
  let isMarked = true

  async function check(): Promise<void> {
    const { at, now, newHold } = await database.step(async (tx) => {
      const { before, at, now } = await beat(tx, last)
      if (before !== null && before < last)
        owed ??= { reason: 'The database lacks the last writes of this service.', since: before, until: null }
      owed ??= holdAfterJump(clocks, { database: now, monotonic: monotonic() })
      const newHold = owed && { ...owed, until: owed.until ?? at }
      if (newHold) await hold(tx, newHold)
      return { at, now, newHold }
    })
    owed = null
    clocks = { database: now, monotonic: monotonic() }
    last = Math.max(last, at)
    if (newHold) log.error({ reason: newHold.reason }, 'this process holds the database')
    await writeLastSeen(directory, last)
    await follow()
  }

  async function follow(): Promise<void> {
    const hold = await findHold(database.read)
    tell(hold)
    isMarked = hold === null || hold.until === marked
    if (!isMarked) marked = await markLost(database)
    isMarked = true
  }

  function tell(hold: Hold | null): void {
    if ((hold?.reason ?? null) === shown) return
    if (hold)
      log.warn(
        { reason: hold.reason, since: isoTime(hold.since), until: isoTime(hold.until) },
        'the database is held: nothing is published until “polypost release”. See docs/operate/backup.md',
      )
    else log.info('the database is released: what is due is published again')
    shown = hold?.reason ?? null
  }

  await follow()
  let stopped = false
  let checking: Promise<void> | null = null
  let timer = setTimeout(checkAgain, beatEvery)

  function checkAgain(): void {
    checking = check()
      .catch((err) => {
        if (isHoldDone()) log.warn({ err }, 'it could not be stored that the database is in use')
        else log.error({ err }, 'the database must be held, and that could not be stored; it is tried again')
      })
      .then(() => {
        if (!stopped) timer = setTimeout(checkAgain, isHoldDone() ? beatEvery : beatAgain)
      })
  }

  const isHoldDone = (): boolean => owed === null && isMarked

  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await checking
    },
  }
}
