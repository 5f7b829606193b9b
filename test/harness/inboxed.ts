import assert from 'node:assert/strict'
import { z } from 'zod'
import type { SimulatedReply, Simulator } from '../../src/sandbox/shared/simulator.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { json } from '../../src/store/engine/stored.ts'
import { eventually } from './eventually.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from './publishing.ts'

/** The first look at a post, and a refresh, come after five seconds. */
const scale = 60

// biome-ignore lint/suspicious/noExplicitAny: an entry; the client has checked its shape.
export type Entry = any

export interface InboxInstance {
  readonly bench: PublishingInstance
  /** IDs of comments that the lists of Facebook and Instagram do not contain any more. */
  readonly gone: Set<string>
  /** The new texts of comments on Facebook, by their IDs. */
  readonly edited: Map<string, string>
  /** The comments of a job are read again now, and the reading has ended. */
  readonly look: (jobId: number) => Promise<void>
}

/** An instance that reads comments for the inbox, unless `env` says otherwise. */
export async function startInboxed(
  kind: DatabaseKind,
  env: Readonly<Record<string, string>> = {},
): Promise<InboxInstance> {
  const gone = new Set<string>()
  const edited = new Map<string, string>()
  const bench = await startPublishing(kind, {
    scale,
    env: { POLYPOST_READ_COMMENTS: 'free', ...env },
    change: (simulator) => moderated(simulator, { gone, edited }),
  })
  return { bench, gone, edited, look: (jobId) => lookAgain(bench, jobId) }
}

/** Has the comments of a job read now, and waits until the reading has ended. */
export async function lookAgain({ rows }: PublishingInstance, jobId: number): Promise<void> {
  const row = () => rows.db.selectFrom('watched_posts').selectAll().where('id', '=', jobId).executeTakeFirstOrThrow()
  await eventually('nobody reads it', async () => (await row()).held_until === 0)
  await rows.change((db) => db.updateTable('watched_posts').set({ due_at: 1 }).where('id', '=', jobId).execute())
  await eventually('it is read', async () => {
    const { held_until, due_at, sweep_cursor } = await row()
    return held_until === 0 && due_at !== 1 && sweep_cursor === null
  })
}

export const inboxOf = async ({ ask }: Pick<Newcomer, 'ask'>, query = ''): Promise<Entry[]> => {
  const { status, body, text } = await ask('GET', `/inbox?limit=100${query}`)
  assert.equal(status, 200, text)
  return body.data.entries
}

export const messagesIn = async (who: Pick<Newcomer, 'ask'>, query = ''): Promise<string[]> =>
  (await inboxOf(who, query)).map(({ comment }) => comment.message)

const list = z.looseObject({ data: z.array(z.looseObject({ id: z.string(), message: z.string().optional() })) })

/** People delete and edit their comments on a platform with Meta's lists. */
function moderated(simulator: Simulator, { gone, edited }: Pick<InboxInstance, 'gone' | 'edited'>): Simulator {
  const change = (reply: SimulatedReply): SimulatedReply => {
    const found = list.safeParse(reply.body)
    if (!found.success) return reply
    const data = found.data.data
      .filter(({ id }) => !gone.has(id))
      .map((one) => ({ ...one, message: edited.get(one.id) ?? one.message }))
    return { ...reply, body: json.parse(JSON.parse(JSON.stringify({ ...found.data, data }))) }
  }
  return {
    ...simulator,
    routes: simulator.routes.map((route) =>
      route.method === 'GET' && route.path.endsWith('/comments')
        ? { ...route, handle: async (...call) => change(await route.handle(...call)) }
        : route,
    ),
  }
}
