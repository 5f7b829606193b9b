import { z } from 'zod'
import { isoTime } from '../../system/clock.ts'
import { confirmed } from '../confirmed.ts'
import { postFields, scheduleFields } from '../fields.ts'
import { consentTo, defineTool } from '../tool.ts'

export const validatePost = (names: readonly string[]) =>
  defineTool({
    name: 'validate_post',
    title: 'Check a post',
    description:
      'Checks a post as publish_post would, and publishes nothing. Returns every finding, the text as each platform would show it, and, if there is no finding, a confirmation for publish_post. Show the previews to the person before you publish.',
    kind: 'reads',
    operation: 'validatePost',
    input: z.strictObject({ ...postFields(names), ...scheduleFields }),
    output: z.strictObject({
      ok: z.boolean(),
      findings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
      warnings: z.array(z.strictObject({ platform: z.string().nullable(), code: z.string(), message: z.string() })),
      previews: z.array(
        z.strictObject({ platform: z.string(), text: z.string(), length: z.int(), limit: z.int().nullable() }),
      ),
      scheduled_at: z.string().nullable().describe('In UTC. Null: now.'),
      confirmation: z.string().nullable().describe('For publish_post with exactly the same fields.'),
      confirmation_expires_at: z.string().nullable(),
      next: z.string(),
    }),
    run: async ({ operate, input, caller, confirmations, person }) => {
      const { data } = await operate('validatePost', { body: input })
      const way =
        caller.publishing.type === 'drafts'
          ? 'draft'
          : consentTo({ caller, person }) === 'impossible'
            ? 'waiting'
            : 'publish'
      const made = data.ok && way !== 'draft' ? confirmations.make(caller.userId, confirmed(input, caller)) : null
      return {
        ok: data.ok,
        findings: data.findings,
        warnings: data.warnings.map(({ platform, code, message }) => ({ platform, code, message })),
        previews: data.preview.map(({ platform, text, length, limit }) => ({ platform, text, length, limit })),
        scheduled_at: data.scheduled_at,
        confirmation: made?.confirmation ?? null,
        confirmation_expires_at: made && isoTime(made.expiresAt),
        next: data.ok ? nextStep[way] : nextStep.correct,
      }
    },
  })

const nextStep = {
  correct: 'Correct every finding, then validate again.',
  publish: 'Show the previews to the person. If the person agrees, call publish_post with this confirmation.',
  waiting:
    'Show the previews to the person. If the person agrees, call publish_post with this confirmation. Nothing goes out yet: the post waits for an approval in Polypost.',
  draft:
    'This key publishes nothing itself. Show the previews to the person, and save the post with save_draft and ask_for_approval.',
}
