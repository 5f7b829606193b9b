import { z } from 'zod'
import { createdBy, envelope, exampleActor, pathId, profileId, profileScope, time } from './common.ts'
import type { Operation } from './operation.ts'

export const mostDates = 1_000
const [firstDay, lastDay] = ['2000-01-01', '2099-12-31']

const day = (description: string) =>
  z.iso
    .date()
    .refine((text) => text >= firstDay && text <= lastDay, `Must be a date from ${firstDay} to ${lastDay}.`)
    .meta({ description })

const name = z.string().trim().min(1).max(60)
const from = day('The first day.')
const to = day('The last day. It is not before the first one.')
const owner = profileId.nullable().meta({ description: 'The profile whose date it is; null: all profiles.' })

const date = z
  .strictObject({ id: z.int(), profile_id: owner, name, from, to, created_at: time, created_by: createdBy })
  .meta({ id: 'KeyDate' })

const params = z.strictObject({ id: pathId('date', 'ID of a date.') })

const exampleDate = {
  id: 12,
  profile_id: null,
  name: 'Christmas market',
  from: '2026-12-04',
  to: '2026-12-06',
  created_at: '2026-11-02T09:00:00.000Z',
  created_by: exampleActor,
}

const inOrder = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  context: z.RefinementCtx,
): void => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({ code: 'custom', path: ['to'], message: 'Must not be before `from`.' })
}

export const dateOperations = {
  listDates: {
    method: 'GET',
    path: '/dates',
    tag: 'dates',
    summary: 'List key dates',
    returns: 'The dates, the earliest first.',
    description:
      'Those of the profiles, and those of all profiles. With `from` or `to`, those that have a day in the range.',
    scope: 'read',
    query: z
      .strictObject({
        profile_id: profileScope,
        from: day('The first day of the range.').optional(),
        to: day('The last day of the range.').optional(),
      })
      .superRefine(inOrder),
    response: envelope(z.strictObject({ dates: z.array(date).max(mostDates) })),
    example: {
      query: { from: '2026-12-01', to: '2026-12-31' },
      response: { status: 'ok', data: { dates: [exampleDate] } },
    },
    addition: true,
  },
  createDate: {
    method: 'POST',
    path: '/dates',
    tag: 'dates',
    summary: 'Note a key date',
    returns: 'The new date.',
    description: `Calendars show it, such as a holiday or a fair. A user has at most ${mostDates} dates.`,
    scope: 'write',
    role: 'author',
    body: z
      .strictObject({
        profile_id: owner
          .optional()
          .meta({ description: 'The profile whose date it is. Null or left out: all profiles.' }),
        name,
        from,
        to: to.optional().meta({ description: 'The last day. Default: the first one.' }),
      })
      .superRefine(inOrder),
    response: envelope(date),
    errors: ['limit_reached'],
    example: {
      body: { name: exampleDate.name, from: exampleDate.from, to: exampleDate.to },
      response: { status: 'ok', data: exampleDate },
    },
    addition: true,
  },
  updateDate: {
    method: 'PATCH',
    path: '/dates/{id}',
    tag: 'dates',
    summary: 'Change a key date',
    returns: 'The date as it is after the change.',
    description: 'Fields that you leave out stay as they are.',
    scope: 'write',
    role: 'author',
    params,
    body: z
      .strictObject({ profile_id: owner.optional(), name: name.optional(), from: from.optional(), to: to.optional() })
      .superRefine(inOrder),
    response: envelope(date),
    example: { body: { to: '2026-12-07' }, response: { status: 'ok', data: { ...exampleDate, to: '2026-12-07' } } },
    addition: true,
  },
  deleteDate: {
    method: 'DELETE',
    path: '/dates/{id}',
    tag: 'dates',
    summary: 'Delete a key date',
    returns: 'The date was deleted: its ID.',
    description: 'Nothing else changes.',
    scope: 'write',
    role: 'author',
    params,
    response: envelope(z.strictObject({ id: z.int(), deleted: z.literal(true) })),
    example: { response: { status: 'ok', data: { id: exampleDate.id, deleted: true } } },
    addition: true,
  },
} as const satisfies Record<string, Operation>
