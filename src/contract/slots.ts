import { z } from 'zod'
import { weekdays } from '../domain/weekdays.ts'
import { envelope, profileId, queryInteger, time } from './common.ts'
import type { Operation } from './operation.ts'

const weekday = z.enum(weekdays)

const timezone = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Time zone of all slots of the profile, as an IANA name such as `Europe/Warsaw`.' })

const slotFields = {
  weekday,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of the day such as 09:00.')
    .meta({ description: 'Local time, from `00:00` to `23:59`.' }),
}

const slot = z.strictObject(slotFields).meta({ id: 'Slot' })
const newSlot = z.strictObject(slotFields).meta({ id: 'NewSlot' })

const params = z.strictObject({ id: profileId })

const zoneOrNull = timezone.nullable().meta({ description: 'Null if the profile has never had slots.' })

const plan = envelope(z.strictObject({ profile_id: z.string(), timezone: zoneOrNull, slots: z.array(slot) }))

const examplePlan = {
  timezone: 'Europe/Warsaw',
  slots: [
    { weekday: 'monday' as const, time: '09:00' },
    { weekday: 'thursday' as const, time: '17:30' },
  ],
}

const examplePlanRead = { status: 'ok', data: { profile_id: 'k3TfQ9sXb2Lm', ...examplePlan } }

export const slotOperations = {
  getSlots: {
    method: 'GET',
    path: '/profiles/{id}/slots',
    tag: 'slots',
    summary: 'Read the posting times of a profile',
    returns: 'The posting times, and their time zone.',
    description:
      'The slots are times of the week. A post with `scheduled_at: "next_slot"` takes the next one that no other post of the profile has.',
    scope: 'read',
    params,
    response: plan,
    example: { response: examplePlanRead },
    addition: true,
  },
  setSlots: {
    method: 'PUT',
    path: '/profiles/{id}/slots',
    tag: 'slots',
    summary: 'Set the posting times of a profile',
    returns: 'The posting times as they are now.',
    description:
      'Replaces all slots of the profile; an empty list removes them. A slot that is sent twice counts once. Posts that are already scheduled keep their times.',
    scope: 'write',
    role: 'admin',
    params,
    body: z.strictObject({ timezone, slots: z.array(newSlot).max(100) }),
    response: plan,
    example: { body: examplePlan, response: examplePlanRead },
    addition: true,
  },
  listNextSlots: {
    method: 'GET',
    path: '/profiles/{id}/slots/next',
    tag: 'slots',
    summary: 'List the next free slots of a profile',
    returns: 'The next free times.',
    description:
      'A slot is free if no post of the profile is scheduled for its time; a deleted or cancelled post does not count. Nothing is reserved: the post that is stored first takes the slot. Looks 52 weeks ahead, so the list may be shorter than `count`. A time that a clock change skips is the time after the gap, and one that happens twice is the first.',
    scope: 'read',
    params,
    query: z.strictObject({ count: queryInteger({ min: 1, max: 50, fallback: 5 }) }),
    response: envelope(
      z.strictObject({
        profile_id: z.string(),
        timezone: zoneOrNull,
        slots: z.array(
          z.strictObject({
            scheduled_at: time,
            local_time: z.iso
              .datetime({ local: true })
              .meta({ description: 'The same time in the zone of the slots.' }),
          }),
        ),
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: {
          profile_id: 'k3TfQ9sXb2Lm',
          timezone: examplePlan.timezone,
          slots: [{ scheduled_at: '2026-11-30T08:00:00.000Z', local_time: '2026-11-30T09:00:00' }],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
