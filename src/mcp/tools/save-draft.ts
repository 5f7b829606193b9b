import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { approvedAt, postFields, scheduleFields } from '../fields.ts'
import { defineTool } from '../tool.ts'

const shownDraft = z.strictObject({
  draft_id: z.string(),
  profile_id: z.string(),
  revision: z.int(),
  status: z.string(),
  message: z.string(),
  platforms: z.array(z.string()),
  note: z.string().nullable().describe('What the editor wrote when the draft was returned.'),
  next: z.string().nullable().describe('For the person, if the draft waits.'),
})

export const saveDraft = (names: readonly string[]) =>
  defineTool({
    name: 'save_draft',
    title: 'Save a draft',
    description:
      'Saves a draft, which may be incomplete. Nothing is published. To edit a draft, send draft_id and expected_revision; fields that you leave out stay as they are. With ask_for_approval, the draft waits for a person who can publish it.',
    kind: 'writes',
    operation: 'saveDraft',
    input: z.strictObject({
      ...z.strictObject(postFields(names)).partial().shape,
      draft_id: z.string().optional().describe('Left out: a new draft.'),
      expected_revision: z.int().optional().describe('The revision that was read. Required with draft_id.'),
      ask_for_approval: z.boolean().optional().describe('Then a person can publish it.'),
      ...scheduleFields,
    }),
    output: shownDraft,
    run: async ({ operate, pages, input }) => {
      const { draft_id, ask_for_approval = false, scheduled_at, scheduled_timezone, ...body } = input
      if (!ask_for_approval && (scheduled_at ?? scheduled_timezone) !== undefined)
        throw refused('scheduled_at', 'A draft has a time only together with ask_for_approval.')
      const { data } = await (draft_id === undefined
        ? operate('saveDraft', { body })
        : operate('updateDraft', { params: { id: draft_id }, body }))
      if (!ask_for_approval) return { ...showDraft(data), next: null }
      const wish = { expected_revision: data.revision, scheduled_at, scheduled_timezone, ask_for_approval }
      const { data: waiting } = await operate('submitDraft', { params: { id: data.id }, body: wish })
      return { ...showDraft(waiting), next: approvedAt(pages.draft(data.id)) }
    },
  })

type Draft = Output<Operations['saveDraft']>['data']

const showDraft = ({ id, profile_id, revision, status, message, platforms, approval }: Draft) => ({
  ...{ draft_id: id, profile_id, revision, status, message, platforms },
  note: approval?.note ?? null,
})

const refused = (path: string, message: string): PublicError =>
  new PublicError('validation_failed', message, { details: [{ path, code: 'not_allowed', message }] })
