import { z } from 'zod'
import { envelope, pathId, time } from './common.ts'
import type { Operation } from './operation.ts'

const labelName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .refine((name) => !/[,\p{C}\p{Zl}\p{Zp}]/u.test(name), 'Must not contain commas or invisible characters.')
  .meta({ description: 'At most 50 characters, and no comma. Two names that differ only in case are the same.' })

/** `labels` of a post or a draft in a request. */
export const labelNames = z.array(labelName).max(10).meta({
  description: 'Names of your labels. A label that you do not have yet is made.',
  'x-addition': true,
})

/** `labels` of a post or a draft in a response. */
export const shownLabels = z
  .array(z.string())
  .meta({ description: 'Names, in alphabetical order.', 'x-addition': true })

/** Filter of a list by label. */
export const queryLabel = z
  .string()
  .min(1)
  .max(50)
  .optional()
  .meta({ description: 'Name of a label, in any case.', 'x-addition': true })

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'Must be a color such as `#1f77b4`, in lower case.')
  .nullable()
  .meta({ description: 'A color such as `#1f77b4`; null: none was chosen.' })

const label = z.strictObject({ id: z.int(), name: z.string(), color, created_at: time }).meta({ id: 'Label' })

const params = z.strictObject({ id: pathId('label', 'ID of a label.') })

const exampleLabel = { id: 7, name: 'Launch', color: '#1f77b4', created_at: '2026-11-02T09:00:00.000Z' }

export const labelOperations = {
  listLabels: {
    method: 'GET',
    path: '/labels',
    tag: 'labels',
    summary: 'List your labels',
    returns: 'All labels of the user.',
    description: 'All labels, in the order of their names.',
    scope: 'read',
    response: envelope(z.strictObject({ labels: z.array(label) })),
    example: { response: { status: 'ok', data: { labels: [exampleLabel] } } },
    addition: true,
  },
  createLabel: {
    method: 'POST',
    path: '/labels',
    tag: 'labels',
    summary: 'Create a label',
    returns: 'The new label.',
    description: 'Posts and drafts can also name a new label: it is made then, without a color. At most 200 labels.',
    scope: 'write',
    body: z.strictObject({ name: labelName, color: color.optional() }),
    response: envelope(label),
    errors: ['name_taken', 'limit_reached'],
    example: {
      body: { name: exampleLabel.name, color: exampleLabel.color },
      response: { status: 'ok', data: exampleLabel },
    },
    addition: true,
  },
  updateLabel: {
    method: 'PATCH',
    path: '/labels/{id}',
    tag: 'labels',
    summary: 'Change the name or the color of a label',
    returns: 'The label as it is after the change.',
    description: 'Every post and draft with the label shows the new name. Fields that you leave out stay as they are.',
    scope: 'write',
    params,
    body: z.strictObject({ name: labelName.optional(), color: color.optional() }),
    response: envelope(label),
    errors: ['name_taken'],
    example: {
      body: { name: 'Autumn launch' },
      response: { status: 'ok', data: { ...exampleLabel, name: 'Autumn launch' } },
    },
    addition: true,
  },
  deleteLabel: {
    method: 'DELETE',
    path: '/labels/{id}',
    tag: 'labels',
    summary: 'Delete a label',
    returns: 'The label was deleted: its ID.',
    description: 'Posts and drafts lose the label, and stay.',
    scope: 'write',
    params,
    response: envelope(z.strictObject({ id: z.int(), deleted: z.literal(true) })),
    example: { response: { status: 'ok', data: { id: exampleLabel.id, deleted: true } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
