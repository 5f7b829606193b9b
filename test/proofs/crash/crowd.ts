import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { optionsFor } from '../../platforms/needs.ts'
import type { NextPost, RandomPost } from './random-posts.ts'
import type { Service } from './service.ts'
import { countUnfinished } from './stored.ts'
import { sendUntilAnswered } from './submit.ts'

/** The result of a post for its sender. */
export interface SentPost extends RandomPost {
  readonly postId: number
  readonly jobIds: readonly number[]
  /** Jobs that Polypost reported as cancelled. */
  readonly cancelled: readonly number[]
}

export interface Crowd {
  /** The number of accepted jobs. */
  readonly accepted: () => number
  /** Resolves when all have been sent. */
  readonly done: Promise<readonly SentPost[]>
  /** Stops all sending. */
  readonly stop: () => void
  readonly hasStopped: () => boolean
}

/** The number of concurrent senders. */
const senders = 6
/** The maximum number of waiting jobs: senders wait too, so that a kill always meets work but never a huge backlog. */
const maxUnfinished = 200
const glance = 200 // milliseconds between checks of the number of waiting jobs

/** Sends posts until this number of jobs exists, even while processes are killed. */
export function startCrowd(service: Service, next: NextPost, jobs: number): Crowd {
  const sent: SentPost[] = []
  let begun = 0
  let accepted = 0
  let unfinished = 0
  const stopping = new AbortController()
  const { signal } = stopping

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      // A database that was just killed does not respond.
      unfinished = await countUnfinished(service.database).catch(() => unfinished)
      await sleep(glance)
    }
  }

  async function send(): Promise<void> {
    while (begun < jobs && !signal.aborted) {
      const post = next()
      begun += post.platforms.length
      const submitted = await submit(post, signal)
      accepted += submitted.jobIds.length
      sent.push({ ...submitted, cancelled: await meddle(submitted, signal) })
      while (unfinished > maxUnfinished && !signal.aborted) await sleep(glance)
    }
  }

  const watching = watch()
  const sending = Promise.all(Array.from({ length: senders }, send)).finally(() => stopping.abort())
  return {
    accepted: () => accepted,
    done: sending.then(async () => {
      await watching
      return sent
    }),
    stop: () => stopping.abort(),
    hasStopped: () => signal.aborted,
  }
}

async function submit(post: RandomPost, signal: AbortSignal): Promise<Omit<SentPost, 'cancelled'>> {
  const { by, key, message, platforms, comments, media, scheduledIn } = post
  const options = optionsFor(platforms)
  const body = {
    message,
    platforms,
    ...(options && { platform_options: options }),
    ...(comments.length > 0 && { comments_under_post: comments }),
    ...(media !== null && { media: [{ storageKey: by.media[media] }] }),
    ...(scheduledIn !== null && { scheduled_at: new Date(Date.now() + scheduledIn).toISOString() }),
  }
  const reply = await sendUntilAnswered(by.ask, 'POST', '/post', { body, headers: { 'idempotency-key': key } }, signal)
  assert.equal(reply.status, 200, reply.text)
  return {
    ...post,
    postId: reply.body.post_id,
    jobIds: reply.body.jobs.map(({ jobId }: { jobId: number }) => jobId),
  }
}

/** Cancels a job or deletes the post. If the response is lost, the same request shows whether it took effect. */
async function meddle(
  { by, meddling, meddlesAfter, postId, jobIds }: Omit<SentPost, 'cancelled'>,
  signal: AbortSignal,
): Promise<number[]> {
  if (meddling === null) return []
  await sleep(meddlesAfter)
  if (meddling === 'delete') {
    const { status, body } = await sendUntilAnswered(by.ask, 'DELETE', `/posts/${postId}`, {}, signal)
    return status === 200 ? body.data.cancelled_job_ids : []
  }
  const [jobId] = jobIds
  const { status, body } = await sendUntilAnswered(by.ask, 'POST', `/jobs/${jobId}/cancel`, {}, signal)
  return status === 200 ? [body.data.job_id] : []
}
