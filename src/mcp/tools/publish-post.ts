import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import { confirmed } from '../confirmed.ts'
import { postFields, scheduleFields } from '../fields.ts'
import { defineTool, Question } from '../tool.ts'

export const publishPost = defineTool({
  name: 'publish_post',
  title: 'Publish or schedule a post',
  description:
    'Publishes a post now, or at scheduled_at. Call it only after the person has seen the previews of validate_post and agreed. Needs the confirmation of validate_post and exactly the same fields. The same confirmation publishes once: after a failure, call again with the same confirmation, and do not validate again. Publishing takes seconds to minutes; read the result with get_post.',
  kind: 'sends',
  operation: 'createPost',
  input: z.strictObject({
    ...postFields,
    ...scheduleFields,
    confirmation: z.string().describe('From validate_post. Valid for 30 minutes.'),
  }),
  output: z.strictObject({
    post_id: z.int(),
    scheduled_at: z.string().nullable().describe('In UTC. Null: now.'),
    jobs: z.array(z.strictObject({ job_id: z.int(), platform: z.string() })),
    warnings: z.array(z.strictObject({ platform: z.string().nullable(), code: z.string(), message: z.string() })),
  }),
  run: async ({ operate, input, caller, confirmations, person }) => {
    const { confirmation, ...post } = input
    const body = confirmed(post, caller)
    const idempotencyKey = confirmations.check(caller.userId, body, confirmation)
    if (person.canAsk && person.said === null) return new Question(question(post))
    if (person.said === 'no')
      throw new PublicError('approval_required', 'The person declined. Nothing was published. Ask what to change.')
    const made = await operate('createPost', { body, idempotencyKey }).catch(explainRunning)
    return {
      post_id: made.post_id,
      scheduled_at: made.scheduled_at,
      jobs: made.jobs.map(({ jobId, platform }) => ({ job_id: jobId, platform })),
      warnings: made.warnings.map(({ platform, code, message }) => ({ platform, code, message })),
    }
  },
})

/** An assistant that validates again would publish twice. */
function explainRunning(error: unknown): never {
  if (error instanceof PublicError && error.code === 'idempotency_in_progress')
    throw new PublicError(
      'idempotency_in_progress',
      'An earlier call with this confirmation is still running. Call publish_post with the same confirmation again in a moment. Do not validate again.',
    )
  throw error
}

interface Asked {
  readonly message: string
  readonly platforms: readonly string[]
  readonly scheduled_at?: string | undefined
  readonly scheduled_timezone?: string | undefined
}

const question = ({ message, platforms, scheduled_at, scheduled_timezone }: Asked): string =>
  `Publish to ${platforms.join(', ')} ${scheduled_at === undefined ? 'now' : `at ${[scheduled_at, scheduled_timezone].filter(Boolean).join(' ')}`}?\n\n${message}`
