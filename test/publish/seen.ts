import assert from 'node:assert/strict'
import { readPost } from '../harness/posts.ts'
import type { Job, Newcomer } from '../harness/publishing.ts'
import type { JobView } from '../platforms/shared/seen.ts'

export interface Body {
  readonly message: string
  readonly media?: readonly object[]
  readonly comments_under_post?: readonly string[]
  readonly platform_options?: object
}

async function loginOf({ ask, platform }: Newcomer): Promise<JobView['login']> {
  const { warnings } = (await ask('GET', '/settings')).body.data
  const [profile] = (await ask('GET', '/profiles')).body.data.profiles
  const ended = warnings.some(({ code }: { code: string }) => code === 'reconnect_required')
  assert.equal(profile.platform_profiles[platform].status, ended ? 'needs_reconnect' : 'connected')
  return ended ? 'ended' : 'good'
}

/** A sentence for people, without technical details. */
const sentence = /^[A-Z][^{}<>\n]{20,600}[.”]$/

/** A person is told where to look, and the job can't be cancelled. */
async function checkAction(who: Newcomer, { id, action_required: action }: { id: string; action_required: Action }) {
  assert.equal(action.code, 'outcome_unknown')
  assert.match(action.message, sentence)
  assert.ok(action.look_at.length > 0 && action.look_at.every((url) => URL.canParse(url)), String(action.look_at))
  const { status, body } = await who.ask('POST', `/jobs/${id}/cancel`)
  assert.deepEqual([status, body.error.code], [409, 'not_cancellable'])
}

interface Action {
  readonly code: string
  readonly message: string
  readonly look_at: readonly string[]
}

/** The follow-ups that failed after the commit. */
const warningCodes: readonly string[] = ['comment_failed', 'restricted_by_platform']

/** Warnings that were returned when the post was accepted. */
const beforehand: readonly string[] = ['media_converted', 'duplicate_content', 'same_minute']

/** All visible results of an ended job: here, on the platform, and in the account's settings. */
export async function look(
  who: Newcomer,
  postId: number,
  job: Job,
  { message, comments_under_post = [] }: Body,
): Promise<JobView> {
  const { job: read, warnings: all } = (await who.ask('GET', `/jobs/${job.id}`)).body.data
  const warnings = all.filter(({ code }: { code: string }) => !beforehand.includes(code))
  const post = await readPost(who, postId)
  const posts = await who.published()
  if (read.failedReason !== null) assert.match(read.failedReason, sentence)
  for (const { code, scope } of warnings) assert.deepEqual([warningCodes.includes(code), scope], [true, 'job'], code)
  for (const result of post.results) assert.equal(result.error_message, read.failedReason)
  if (read.status === 'completed')
    assert.equal(read.platform_post_id, posts.find(({ reply_to }) => reply_to === null)?.id)
  else assert.equal(read.platform_post_id, null)
  if (read.status === 'action_required') await checkAction(who, read)
  // A busy machine may start late, which adds a warning.
  const isLate = ({ name, data }: { name: string; data: { status: string } }) =>
    name === 'post.delayed' && data.status === 'queued'
  return {
    status: read.status,
    attempts: read.attemptsMade,
    error: read.error,
    group: post.status,
    events: (await who.events()).filter((event) => !isLate(event)).map(({ name }) => name),
    posts: posts.filter(({ text, reply_to }) => text === message && reply_to === null).length,
    comments: comments_under_post.map((comment) => posts.filter(({ text }) => text === comment).length),
    warnings: warnings.map(({ details }: { details: { error: string } }) => details.error),
    login: await loginOf(who),
  }
}
