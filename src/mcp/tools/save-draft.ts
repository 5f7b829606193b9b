import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { postFields, scheduleFields } from '../fields.ts'
import { defineTool } from '../tool.ts'

const { message, platforms, ...rest } = postFields

const shownDraft = z.strictObject({
  draft_id: z.string(),
  profile_id: z.string(),
  revision: z.int(),
  status: z.string(),
  message: z.string(),
  platforms: z.array(z.string()),
  note: z.string().nullable().describe('What the editor wrote when the draft was returned.'),
})

export const saveDraft = defineTool({
  name: 'save_draft',
  title: 'Save a draft',
  description:
    'Saves a draft, which may be incomplete. Nothing is published. To edit a draft, send draft_id and expected_revision; fields that you leave out stay as they are. If this key may only save drafts, ask_for_approval hands the draft to a person who can publish it.',
  kind: 'writes',
  operation: 'saveDraft',
  input: z.strictObject({
    message: message.optional(),
    platforms: platforms.optional(),
    ...rest,
    draft_id: z.string().optional().describe('Left out: a new draft.'),
    expected_revision: z.int().optional().describe('The revision that was read. Required with draft_id.'),
    ask_for_approval: z.boolean().optional().describe('Only if may_publish of get_overview is “drafts”.'),
    ...scheduleFields,
  }),
  output: shownDraft,
  run: async ({ operate, caller, input }) => {
    const { draft_id, ask_for_approval = false, scheduled_at, scheduled_timezone, ...body } = input
    // A key that may publish would publish by submitting, without the confirmation.
    if (ask_for_approval && caller.publishing.type !== 'drafts')
      throw refused('ask_for_approval', 'This key may publish. Use validate_post and publish_post.')
    if (!ask_for_approval && (scheduled_at ?? scheduled_timezone) !== undefined)
      throw refused('scheduled_at', 'A draft has a time only together with ask_for_approval.')
    const { data } = await (draft_id === undefined
      ? operate('saveDraft', { body })
      : operate('updateDraft', { params: { id: draft_id }, body }))
    if (!ask_for_approval) return showDraft(data)
    const wish = { expected_revision: data.revision, scheduled_at, scheduled_timezone }
    return showDraft((await operate('submitDraft', { params: { id: data.id }, body: wish })).data)
  },
})

type Draft = Output<Operations['saveDraft']>['data']

const showDraft = ({ id, profile_id, revision, status, message, platforms, approval }: Draft) => ({
  ...{ draft_id: id, profile_id, revision, status, message, platforms },
  note: approval?.note ?? null,
})

const refused = (path: string, message: string): PublicError =>
  new PublicError('validation_failed', message, { details: [{ path, code: 'not_allowed', message }] })
