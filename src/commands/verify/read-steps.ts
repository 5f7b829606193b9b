import { ApiFault } from './api.ts'
import type { Target, VerifiedPost } from './post-step.ts'
import { byHand, failed, type Outcome, skipped, works } from './result.ts'
import { answers } from './schemas.ts'

/** How long to wait until a platform shows a new post or a new comment. */
const indexing = 60_000

export function firstComment(post: VerifiedPost): Outcome {
  return post.commentFault === null ? works('It was published below the first test post.') : failed(post.commentFault)
}

/** Platforms limit the reads, so there are fewer of them than looks at a job. */
const pauseOf = ({ pollEvery }: Target): number => 10 * pollEvery

/** The codes with which a platform refuses a post that it does not know. */
const notThere: readonly string[] = ['platform_error', 'platform_rejected']

/** Repeats a read for a while if the platform does not know the new post yet. */
async function patiently<T>(target: Target, read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + indexing
  for (;;)
    try {
      return await read()
    } catch (error) {
      const mayEnd = error instanceof ApiFault && error.codes.every((code) => notThere.includes(code))
      if (!mayEnd || performance.now() > deadline) throw error
      await target.api.pause(pauseOf(target))
    }
}

async function readComments({ api, platform }: Target, post: VerifiedPost) {
  const { data } = await api.ask(answers.comments, 'GET', `/comments?post_id=${post.postId}&platform=${platform}`)
  const [fault] = data.platform_errors
  if (fault) throw new Error(fault.message)
  return data.comments
}

/** Reads the comments until the first comment is shown. */
export async function comments(target: Target, post: VerifiedPost): Promise<Outcome> {
  const expected = post.withComment && post.commentFault === null
  const deadline = performance.now() + indexing
  for (;;) {
    const found = await patiently(target, () => readComments(target, post))
    if (!expected) return works('There are no comments yet.')
    if (found.some(({ is_own }) => is_own)) return works('The first comment is in the list.')
    if (performance.now() > deadline)
      return byHand('The list can be read, but it does not contain the first comment after one minute.')
    await target.api.pause(pauseOf(target))
  }
}

/** Waits until another person comments, and replies. `patience` is in milliseconds; 0 does not wait. */
export async function reply(target: Target, post: VerifiedPost, patience: number): Promise<Outcome> {
  const deadline = performance.now() + patience
  for (;;) {
    const comment = (await patiently(target, () => readComments(target, post))).find(({ can_reply }) => can_reply)
    if (comment) {
      await target.api.ask(answers.reply, 'POST', '/comments/reply', {
        post_id: comment.post_id,
        comment_id: comment.id,
        message: `Polypost test reply ${target.mark}, please ignore.`,
      })
      return works()
    }
    if (performance.now() >= deadline)
      return skipped('Nobody else commented. Run again with --wait 300 and comment on the first test post.')
    await target.api.pause(pauseOf(target))
  }
}

const counts = ['views', 'impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks']

export async function metrics(target: Target, post: VerifiedPost): Promise<Outcome> {
  const { api, platform } = target
  const { data } = await patiently(target, () =>
    api.ask(answers.metrics, 'POST', '/analytics/refresh', { post_id: post.postId }),
  )
  const [fault] = data.platform_errors
  if (fault) return failed(fault.message)
  const row = data.platform_metrics.find((one) => one.platform === platform) ?? {}
  const known = counts.filter((name) => typeof row[name] === 'number')
  return works(known.length > 0 ? `Reported: ${known.join(', ')}.` : 'The platform reports no numbers yet.')
}
