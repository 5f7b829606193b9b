import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import { confirmed } from '../confirmed.ts'
import { approvedAt, postFields, scheduleFields } from '../fields.ts'
import type { Operate } from '../operate.ts'
import { consentTo, defineTool, Question } from '../tool.ts'

export const publishPost = (names: readonly string[]) =>
  defineTool({
    name: 'publish_post',
    title: 'Publish or schedule a post',
    description:
      'Publishes a post now, or at scheduled_at. If this key needs a person’s yes and you cannot ask for it, the post becomes a draft that waits for an approval. Call it only after the person has seen the previews of validate_post and agreed. Needs the confirmation of validate_post and exactly the same fields. The same confirmation publishes once: after a failure, call again with the same confirmation, and do not validate again. Publishing takes seconds to minutes; read the result with get_post.',
    kind: 'sends',
    operation: 'createPost',
    input: z.strictObject({
      ...postFields(names),
      ...scheduleFields,
      confirmation: z.string().describe('From validate_post. Valid for 30 minutes.'),
    }),
    output: z.strictObject({
      post_id: z.int().nullable().describe('Null: it waits for an approval.'),
      draft_id: z.string().nullable(),
      scheduled_at: z.string().nullable().describe('In UTC. Null: now.'),
      jobs: z.array(z.strictObject({ job_id: z.int(), platform: z.string() })),
      warnings: z.array(z.strictObject({ platform: z.string().nullable(), code: z.string(), message: z.string() })),
      next: z.string().nullable().describe('For the person, if the post waits.'),
    }),
    run: async (call) => {
      const { operate, caller, confirmations, pages } = call
      const { confirmation, ...post } = call.input
      const body = confirmed(post, caller)
      const idempotencyKey = confirmations.check(caller.userId, body, confirmation)
      const consent = consentTo(call)
      if (consent === 'open') return question(post)
      if (consent === 'impossible') {
        const draft = await handOver(operate, body, idempotencyKey).catch(explainRunning)
        const scheduled_at = draft.approval?.scheduled_at ?? null
        const next = approvedAt(pages.draft(draft.id))
        return { post_id: null, draft_id: draft.id, scheduled_at, jobs: [], warnings: [], next }
      }
      const made = await operate('createPost', { body, idempotencyKey }).catch(explainRunning)
      return {
        post_id: made.post_id,
        draft_id: null,
        scheduled_at: made.scheduled_at,
        jobs: made.jobs.map(({ jobId, platform }) => ({ job_id: jobId, platform })),
        warnings: made.warnings.map(({ platform, code, message }) => ({ platform, code, message })),
        next: null,
      }
    },
  })

/** Saves the post as a draft that waits. The key of the first step is that of publishing, so one confirmation does one of them. */
async function handOver(
  operate: Operate,
  post: Pick<PublishRequest, 'scheduled_at' | 'scheduled_timezone'>,
  idempotencyKey: string,
) {
  const { scheduled_at, scheduled_timezone, ...body } = post
  const { data: draft } = await operate('saveDraft', { body, idempotencyKey })
  const wish = { expected_revision: draft.revision, scheduled_at, scheduled_timezone, ask_for_approval: true }
  const submit = { params: { id: draft.id }, body: wish, idempotencyKey: `${idempotencyKey}-submit` }
  return (await operate('submitDraft', submit)).data
}

/** An assistant that validates again would publish twice. */
function explainRunning(error: unknown): never {
  if (error instanceof PublicError && error.code === 'idempotency_in_progress')
    throw new PublicError(
      'idempotency_in_progress',
      'An earlier call with this confirmation is still running. Call publish_post with the same confirmation again in a moment. Do not validate again.',
    )
  throw error
}

interface PublishRequest {
  readonly message: string
  readonly platforms: readonly string[]
  readonly media?: readonly { readonly url: string }[] | undefined
  readonly comments_under_post?: readonly string[] | undefined
  readonly platform_options?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly scheduled_at?: string | undefined
  readonly scheduled_timezone?: string | undefined
}

/** Everything that others would read. */
function question(post: PublishRequest): Question {
  const { message, platforms, media = [], comments_under_post = [], platform_options = {} } = post
  const at = [post.scheduled_at, post.scheduled_timezone].filter(Boolean).join(' ')
  const own = Object.entries(platform_options).filter(([, options]) => options.message !== undefined)
  const parts = [
    `Publish to ${platforms.join(', ')} ${at === '' ? 'now' : `at ${at}`}?`,
    message,
    ...own.map(([name, options]) => `On ${name}: ${options.message}`),
    ...comments_under_post.map((comment) => `Comment: ${comment}`),
    ...media.map(({ url }) => `File: ${url}`),
  ]
  return new Question(parts.join('\n\n'), 'Publish it')
}
