import { z } from 'zod'
import { postFields } from '../fields.ts'
import { defineTool } from '../tool.ts'

const { message, platforms, ...rest } = postFields

export const saveDraft = defineTool({
  name: 'save_draft',
  title: 'Save a draft',
  description:
    'Saves a draft, which may be incomplete. Nothing is published. To edit a draft, send draft_id and expected_revision; fields that you leave out stay as they are.',
  kind: 'writes',
  input: z.strictObject({
    message: message.optional(),
    platforms: platforms.optional(),
    ...rest,
    draft_id: z.string().optional().describe('Left out: a new draft.'),
    expected_revision: z.int().optional().describe('The revision that was read. Required with draft_id.'),
  }),
  output: z.strictObject({
    draft_id: z.string(),
    profile_id: z.string(),
    revision: z.int(),
    status: z.string(),
    message: z.string(),
    platforms: z.array(z.string()),
  }),
  run: async ({ operate, input: { draft_id, ...body } }) => {
    const { data } = await (draft_id === undefined
      ? operate('saveDraft', { body })
      : operate('updateDraft', { params: { id: draft_id }, body }))
    const { id, profile_id, revision, status, message, platforms } = data
    return { draft_id: id, profile_id, revision, status, message, platforms }
  },
})
