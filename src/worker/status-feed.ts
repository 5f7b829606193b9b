import { EventEmitter, once } from 'node:events'
import type { StatusChange, StatusFollower, StatusPage } from '../domain/status-change.ts'
import { second } from '../domain/time.ts'
import {
  assignPositions,
  hasUnpositioned,
  listChanges,
  listUserChanges,
  positionRange,
} from '../store/deliveries/status-log.ts'
import type { Database } from '../store/engine/database.ts'
import type { Waker } from '../store/engine/wake.ts'
import type { Log } from '../system/log.ts'
import { oneAtATime } from '../system/one-at-a-time.ts'
import type { Pace } from '../system/pace.ts'

/** How often to look for changes without being woken. */
const pollEvery = second
/** How long to wait after being woken, so that many changes are read together. */
const gatherFor = second / 20
/** Changes that are placed or read in one statement. */
const batch = 1_000
/** Changes that are in memory. All streams that are up to date are served from them. */
const maxRecent = 2_000
/** Changes in one page of a stream. */
const pageSize = 200

/** The log of status changes, read once for all streams of this process. */
export interface StatusFeed {
  /** Follows the changes of a user after a position; null: from now on. */
  readonly follow: (userId: number, after: number | null) => Promise<StatusFollower>
  readonly stop: () => Promise<void>
}

interface Services {
  readonly database: Database
  readonly pace: Pace
  readonly log: Log
}

export function createStatusFeed({ database, pace, log }: Services, waker: Waker): StatusFeed {
  const bell = new EventEmitter().setMaxListeners(0)
  let followers = 0
  let listens = false
  let stopped = false
  let polling: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  /** The last position that was read. */
  let position = 0
  /** The latest changes, complete after `recentFrom`. */
  let recent: readonly StatusChange[] = []
  let recentFrom = 0

  const checking = oneAtATime(async () => {
    while ((await assign()) === batch);
    // Changes that arrive while no stream is open are read when a stream asks for them.
    if (followers === 0) await skip()
    else while ((await read()) === batch);
  })

  const assign = async (): Promise<number> =>
    (await hasUnpositioned(database.read)) ? database.step((tx) => assignPositions(tx, batch)) : 0

  async function skip(): Promise<void> {
    position = (await positionRange(database.read)).last
    recent = []
    recentFrom = position
    bell.emit('news')
  }

  async function read(): Promise<number> {
    const changes = await listChanges(database.read, position, batch)
    const all = [...recent, ...changes]
    recentFrom = all.at(-maxRecent - 1)?.position ?? recentFrom
    recent = all.slice(-maxRecent)
    position = changes.at(-1)?.position ?? position
    if (changes.length > 0) bell.emit('news')
    return changes.length
  }

  function check(): void {
    clearTimeout(gathering)
    gathering = undefined
    if (followers > 0 && !stopped) checking.run().catch((err) => log.warn({ err }, 'status changes could not be read'))
  }

  function wake(): void {
    if (followers > 0 && !stopped) gathering ??= setTimeout(check, pace(gatherFor))
  }

  function begin(): void {
    followers += 1
    if (followers === 1) polling = setInterval(check, pace(pollEvery))
    if (!listens) waker.listen(wake)
    listens = true
  }

  function end(): void {
    followers -= 1
    if (followers === 0) clearInterval(polling)
  }

  /** A stream that has fallen behind reads the database, so nothing waits in memory for slow clients. */
  async function pageOf(userId: number, after: number): Promise<StatusPage> {
    const upTo = position
    const changes =
      after >= recentFrom
        ? recent.filter((change) => change.userId === userId && change.position > after).slice(0, pageSize)
        : await listUserChanges(database.read, userId, { after, upTo, limit: pageSize })
    const isFull = changes.length === pageSize
    return { position: (isFull ? changes.at(-1)?.position : undefined) ?? upTo, changes }
  }

  async function* pages(userId: number, from: number, signal: AbortSignal): AsyncGenerator<StatusPage> {
    begin()
    try {
      for (let after = from; !signal.aborted; ) {
        while (after >= position) await once(bell, 'news', { signal })
        const page = await pageOf(userId, after)
        after = page.position
        yield page
      }
    } finally {
      end()
    }
  }

  return {
    follow: async (userId, after) => {
      await checking.run()
      const { first, last } = await positionRange(database.read)
      const isLost = after !== null && (after < first - 1 || after > last)
      const from = after === null || isLost ? position : after
      return { from, isLost, pages: (signal) => pages(userId, from, signal) }
    },
    stop: async () => {
      stopped = true
      clearInterval(polling)
      clearTimeout(gathering)
      await checking.idle()
    },
  }
}
