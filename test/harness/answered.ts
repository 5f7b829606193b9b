import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { type CommentedPost, publishCommented, repliesOf } from './commented.ts'
import { eventually } from './eventually.ts'
import { lookAgain } from './inboxed.ts'
import { type Newcomer, type PlatformName, type PublishingInstance, startPublishing } from './publishing.ts'
import { type SimulatedModel, startModel } from './servers/language-model.ts'

/** An hour takes one minute. */
const scale = 60
export const hour = 60_000 // milliseconds

const brand = {
  business_name: 'Acme',
  business_description: 'Makes anvils and rockets.',
  brand_profile: 'Loud and cheerful.',
  contact_info: 'Write to hello@acme.example or call +49 30 1234567. See https://acme.example/shop.',
}

export interface AnswerInstance {
  readonly bench: PublishingInstance
  readonly model: SimulatedModel
  /** A user with auto-replies on, unless set otherwise, and a post without comments. */
  readonly post: (platform?: PlatformName, settings?: object, more?: object) => Promise<CommentedPost>
  /** The comments of a post are read again, several times, and what is open is answered. */
  readonly looks: (post: CommentedPost) => Promise<void>
  /** An hour passes for the auto-replies of a post, and for the time of its next look. */
  readonly passHour: (post: CommentedPost) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startAnswering(
  kind: DatabaseKind,
  more: Readonly<Record<string, string>> = {},
): Promise<AnswerInstance> {
  const model = await startModel('openai-compatible')
  const bench = await startPublishing(kind, {
    scale,
    env: { ...model.env, POLYPOST_TIME_SCALE: String(scale), ...more },
  })
  return {
    bench,
    model,
    post: async (platform = 'bluesky', settings = {}, more = {}) => {
      const made = {
        ...bench,
        newcomer: async (...asked: Parameters<PublishingInstance['newcomer']>) => {
          const who = await bench.newcomer(...asked)
          await turnOn(who, settings)
          return who
        },
      }
      return publishCommented(made, [platform], more)
    },
    looks: async (post) => {
      for (let look = 0; look < 3; look += 1) await lookAgain(bench, jobOf(post))
    },
    passHour: (post) => passHour(bench, jobOf(post)),
    stop: async () => {
      await bench.stop()
      await model.stop()
    },
  }
}

const jobOf = ({ who, on }: CommentedPost): number => on(who.platform).jobId

async function passHour({ rows }: PublishingInstance, jobId: number): Promise<void> {
  const earlier = (column: string) => sql<number>`${sql.ref(column)} - ${hour}`
  await rows.change((db) =>
    db
      .updateTable('auto_replies')
      .set({ asked_at: earlier('asked_at'), sending_at: earlier('sending_at') })
      .where('job_id', '=', jobId)
      .execute(),
  )
  // A worker that has the post may still give it back with a time of the hour before.
  await eventually('no worker has the post', async () => {
    let moved = 0n
    await rows.change(async (db) => {
      const post = db.updateTable('watched_posts').where('id', '=', jobId).where('held_until', '=', 0)
      moved = (await post.set({ due_at: earlier('due_at') }).executeTakeFirst()).numUpdatedRows
    })
    return moved > 0n
  })
}

/** Replies go out without an approval, unless set otherwise. */
export async function turnOn(who: Pick<Newcomer, 'ask'>, settings: object = {}): Promise<void> {
  const body = { ...brand, auto_reply_enabled: true, auto_reply_mode: 'automatic', ...settings }
  const reply = await who.ask('POST', '/settings', { body })
  assert.equal(reply.status, 200, reply.text)
}

// biome-ignore lint/suspicious/noExplicitAny: an auto-reply; the client has checked its shape.
export type AnyAnswer = any

export const autoRepliesOf = async ({ ask }: Pick<Newcomer, 'ask'>, query = ''): Promise<AnyAnswer[]> =>
  (await ask('GET', `/auto-replies?per_page=100${query}`)).body.data.auto_replies

/** Waits until the reply to a comment has one of these statuses, and returns it. */
export const answerTo = (post: CommentedPost, commentId: string, ...statuses: string[]): Promise<AnyAnswer> =>
  eventually(`the answer is ${statuses.join(' or ')}`, async () =>
    (await autoRepliesOf(post.who)).find(
      ({ comment_id, status }) => comment_id === commentId && statuses.includes(status),
    ),
  )

export { repliesOf }
