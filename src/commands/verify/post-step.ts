import type { Api } from './api.ts'
import { byHand, failed, type Outcome, works } from './result.ts'
import { answers } from './schemas.ts'

export interface TestPost {
  /** For example `text`; part of the message. */
  readonly kind: string
  readonly media: readonly { readonly url: string }[]
  readonly withComment: boolean
}

/** A post that the platform has published. */
export interface VerifiedPost {
  readonly postId: number
  readonly url: string | null
  readonly withComment: boolean
  /** Why the first comment was not published. */
  readonly commentFault: string | null
}

export interface Target {
  readonly api: Api
  readonly platform: string
  readonly profileId: string
  readonly options: Readonly<Record<string, string>>
  /** Marks the posts of this run. */
  readonly mark: string
  /** Milliseconds between two looks at a job. */
  readonly pollEvery: number
}

/** Platforms process videos for minutes. */
const patience = 20 * 60 * 1_000

const hasEnded = ['completed', 'failed', 'cancelled', 'action_required']

/** Publishes a test post and waits for the result. */
export async function publish(
  target: Target,
  post: TestPost,
): Promise<Outcome & { readonly published?: VerifiedPost }> {
  const { api, platform, profileId, options, mark } = target
  const body = {
    message: `Polypost test ${mark} (${post.kind}), please ignore.`,
    platforms: [platform],
    profile_id: profileId,
    ...(post.media.length > 0 && { media: post.media }),
    ...(Object.keys(options).length > 0 && { platform_options: { [platform]: options } }),
    ...(post.withComment && { comments_under_post: [`Polypost test comment ${mark}, please ignore.`] }),
  }
  const { data: checked } = await api.ask(answers.validation, 'POST', '/post/validate', body)
  if (!checked.ok) return failed(`Polypost sent nothing: ${checked.findings.map(({ message }) => message).join(' ')}`)
  const { post_id: postId, jobs } = await api.ask(answers.submission, 'POST', '/post', body)
  const { job, warnings } = await jobThatEnded(target, jobs[0]?.jobId ?? 0)
  const url = job.platform_post_url
  if (job.status === 'action_required')
    return byHand(
      job.action_required?.message ?? `The post waits for a person. See it with: polypost posts get ${postId}`,
    )
  if (job.status === 'failed' || job.status === 'cancelled')
    return failed(job.failedReason ?? `The job ended with the status ${job.status}.`)
  if (job.status !== 'completed')
    return byHand(`The post is still not published after 20 minutes. See it with: polypost posts get ${postId}`)
  const commentFault = warnings.find(({ code }) => code === 'comment_failed')?.message ?? null
  const notes = warnings.filter(({ code }) => code !== 'comment_failed').map(({ message }) => message)
  const published = { postId, url, withComment: post.withComment, commentFault }
  return { ...works(notes.length > 0 ? notes.join(' ') : undefined), url, published }
}

async function jobThatEnded({ api, pollEvery }: Target, id: number) {
  const deadline = performance.now() + patience
  for (;;) {
    const { data } = await api.ask(answers.job, 'GET', `/jobs/${id}`)
    if (hasEnded.includes(data.job.status) || performance.now() > deadline) return data
    await api.pause(pollEvery)
  }
}
