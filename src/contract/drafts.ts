import { z } from 'zod'
import {
  actor,
  createdBy,
  dayOrTime,
  draftId,
  envelope,
  exampleActor,
  freeObject,
  maxId,
  nextCursor,
  onePaging,
  optionalProfileId,
  pageMeta,
  pageOrCursorQuery,
  profileId,
  profileScope,
  queryInteger,
  queryZone,
  time,
  updatedBy,
} from './common.ts'
import { labelNames, queryLabel, shownLabels } from './labels.ts'
import { exampleMediaUrl, mediaItem, storedMediaItem } from './media.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'
import { publishErrors, schedule, submission } from './publishing.ts'

const added = { 'x-addition': true }

const commentText = z.string().max(10_000)

const comment = z.union([commentText, z.strictObject({ message: commentText })], {
  error: 'Must be a text, or an object that contains only `message`.',
})

const comments = z.array(comment).max(3)

/** The content of a draft. Everything may be incomplete. */
const content = ({ names, additionsIn, families, options }: Vocabulary) =>
  z
    .strictObject({
      message: z.string().max(10_000),
      platforms: z
        .array(z.enum([...names, ...families]).meta(additionsIn(names)))
        .max(10)
        .meta({ description: '`meta` means facebook and instagram.' }),
      media: z.array(mediaItem).max(20).meta({ description: 'Your uploads.' }),
      comments_under_post: comments,
      auto_reply_enabled: z.boolean().nullable().meta({ description: 'Null: use the profile’s setting.' }),
      platform_options: options.nullable(),
      labels: labelNames,
      template: z
        .boolean()
        .meta({ description: 'Kept to make drafts from; it cannot be submitted.', 'x-addition': true }),
      planned_at: z.iso
        .datetime({
          offset: true,
          local: true,
          error: 'Must be a time such as 2026-11-03T09:00:00Z or 2026-11-03T09:00.',
        })
        .nullable()
        .meta({
          description:
            'When the post is wanted, as a plan only: a calendar shows it, and submitting does not read it. A time with `Z` or an offset, or a local time together with `planned_timezone`. It may be over. Null: no plan.',
          'x-addition': true,
        }),
      planned_timezone: z.string().min(1).max(64).nullable().meta({
        description: 'Time zone of a local `planned_at`, as an IANA name such as `Europe/Warsaw`.',
        'x-addition': true,
      }),
    })
    .partial().shape

const draftStatus = z.enum(['draft', 'awaiting_approval', 'submitted']).meta({
  description:
    '`awaiting_approval`: it was submitted by somebody who may not publish, or with `ask_for_approval`, and waits for an editor.',
})

const approval = z
  .strictObject({
    requested_by: actor,
    requested_at: time,
    scheduled_at: z
      .union([time, z.literal('next_slot')])
      .nullable()
      .meta({ description: 'The wanted time; null: as soon as it is approved.' }),
    scheduled_timezone: z.string().nullable(),
    outcome: z
      .enum(['approved', 'returned', 'withdrawn'])
      .nullable()
      .meta({ description: 'Null while the draft waits. `withdrawn`: the draft was edited while it waited.' }),
    decided_by: actor.nullable(),
    decided_at: time.nullable(),
    note: z.string().nullable().meta({ description: 'What the editor wrote when the draft was returned.' }),
  })
  .meta({ id: 'Approval' })

const draft = z
  .strictObject({
    id: z.uuid(),
    profile_id: z.string(),
    revision: z
      .int()
      .meta({ description: 'Send it as `expected_revision` when you edit, delete or submit the draft.' }),
    status: draftStatus,
    message: z.string(),
    platforms: z.array(z.string()),
    media: z.array(storedMediaItem),
    comments_under_post: comments,
    platform_options: freeObject.nullable(),
    auto_reply_enabled: z.boolean().nullable(),
    labels: shownLabels,
    template: z.boolean().meta({ description: 'It cannot be submitted.', 'x-addition': true }),
    planned_at: time
      .nullable()
      .meta({ description: 'When the post is wanted; null: there is no plan.', 'x-addition': true }),
    planned_timezone: z.string().nullable().meta({ description: 'As it was sent.', 'x-addition': true }),
    created_at: time,
    created_by: createdBy,
    updated_at: time,
    updated_by: updatedBy,
    approval: approval.nullable().meta({
      description: 'The latest request for approval; null if there was none.',
      'x-addition': true,
    }),
    submission: submission.optional().meta({ description: 'Only after it was submitted.' }),
  })
  .meta({ id: 'Draft' })

const params = z.strictObject({ id: draftId })

const ownProfileId = profileId
  .optional()
  .meta({ description: 'Profile of the draft. If the draft belongs to another profile, the response is 404.' })

const verification = z.strictObject({ profile_id: ownProfileId })

const expectedRevision = z.int().min(1).meta({ description: 'The `revision` that was read.' })

const draftRead = envelope(draft)

const exampleContent = {
  message: 'We are live.',
  platforms: ['x', 'bluesky'],
  media: [{ url: exampleMediaUrl }],
}

const exampleDraft = {
  ...exampleContent,
  id: '019a4393-7d40-7c1e-9a52-3f6b8e0d4c71',
  profile_id: 'k3TfQ9sXb2Lm',
  revision: 1,
  status: 'draft',
  media: [{ url: exampleMediaUrl, thumbnail_url: null, alt_text: null, small_url: null }],
  comments_under_post: [],
  platform_options: null,
  auto_reply_enabled: null,
  labels: [],
  template: false,
  planned_at: null,
  planned_timezone: null,
  created_at: '2026-11-02T09:00:00.000Z',
  created_by: exampleActor,
  updated_at: '2026-11-02T09:00:00.000Z',
  updated_by: null,
  approval: null,
}

const exampleApproval = {
  requested_by: exampleActor,
  requested_at: '2026-11-02T09:10:00.000Z',
  scheduled_at: '2026-11-03T08:00:00.000Z',
  scheduled_timezone: 'Europe/Warsaw',
  outcome: null,
  decided_by: null,
  decided_at: null,
  note: null,
}

const exampleDecision = {
  decided_by: { type: 'person', id: 4, name: 'Ben' },
  decided_at: '2026-11-02T10:00:00.000Z',
}

const exampleSubmission = {
  status: 'queued',
  post_id: 1041,
  batch_id: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d',
  profile_id: exampleDraft.profile_id,
  scheduled_at: '2026-11-03T08:00:00.000Z',
  jobs: [
    { platform: 'x', jobId: 1042, job_id: 1042, platform_post_id: null, platform_post_url: null },
    { platform: 'bluesky', jobId: 1043, job_id: 1043, platform_post_id: null, platform_post_url: null },
  ],
  warnings: [],
}

export const draftOperations = (vocabulary: Vocabulary) => {
  const fields = content(vocabulary)

  return {
    saveDraft: {
      method: 'POST',
      path: '/drafts',
      tag: 'drafts',
      summary: 'Save a draft',
      returns: 'The new draft.',
      description: 'Everything may be incomplete. Nothing is published, and the posting allowance is not used.',
      scope: 'write',
      role: 'author',
      body: z.strictObject({ profile_id: optionalProfileId, ...fields }),
      bodyOptional: true,
      response: draftRead,
      errors: ['content_rejected', 'media_not_ready', 'limit_reached'],
      example: { body: exampleContent, response: { status: 'ok', data: exampleDraft } },
    },
    listDrafts: {
      method: 'GET',
      path: '/drafts',
      tag: 'drafts',
      summary: 'List a profile’s unpublished drafts',
      returns: 'A page of drafts.',
      description: 'Newest first.',
      scope: 'read',
      query: z
        .strictObject({
          profile_id: profileScope,
          status: draftStatus.optional().meta({
            description: 'Default: every draft that is not submitted.',
            'x-addition': true,
          }),
          label: queryLabel,
          search: z
            .string()
            .min(1)
            .max(200)
            .optional()
            .meta({ description: 'Part of a text, in any case.', 'x-addition': true }),
          planned_from: dayOrTime('Planned at this time or later, or on this day or later.').meta(added),
          planned_to: dayOrTime('Planned at this time or earlier, or on this day or earlier.').meta(added),
          timezone: queryZone,
          template: z
            .enum(['true', 'false'])
            .default('false')
            .meta({ description: '`true`: templates. `false`: drafts.', 'x-addition': true }),
          ...pageOrCursorQuery,
        })
        .superRefine(onePaging),
      response: envelope(z.strictObject({ drafts: z.array(draft), meta: pageMeta, next_cursor: nextCursor })),
      errors: ['invalid_cursor'],
      example: {
        response: {
          status: 'ok',
          data: { drafts: [exampleDraft], meta: { page: 1, per_page: 25, total: 1 }, next_cursor: null },
        },
      },
    },
    getDraft: {
      method: 'GET',
      path: '/drafts/{id}',
      tag: 'drafts',
      summary: 'Read a draft',
      returns: 'The draft.',
      description: 'Returns submitted drafts too.',
      scope: 'read',
      params,
      query: verification,
      response: draftRead,
      example: { response: { status: 'ok', data: exampleDraft } },
    },
    updateDraft: {
      method: 'PATCH',
      path: '/drafts/{id}',
      tag: 'drafts',
      summary: 'Edit a draft',
      returns: 'The draft as it is after the edit.',
      description:
        'Fields that you leave out stay as they are. Arrays and `platform_options` replace the saved value. An edit withdraws a draft that waits for approval.',
      scope: 'write',
      role: 'author',
      params,
      query: verification,
      body: z.strictObject({
        expected_revision: expectedRevision,
        profile_id: profileId.optional().meta({ description: 'Moves the draft to this profile.' }),
        ...fields,
      }),
      response: draftRead,
      errors: ['revision_conflict', 'already_submitted', 'content_rejected', 'media_not_ready', 'limit_reached'],
      example: {
        body: { expected_revision: 1, message: 'We are live, and it works.' },
        response: { status: 'ok', data: { ...exampleDraft, message: 'We are live, and it works.', revision: 2 } },
      },
    },
    deleteDraft: {
      method: 'DELETE',
      path: '/drafts/{id}',
      tag: 'drafts',
      summary: 'Delete a draft',
      returns: 'The draft was deleted: its ID.',
      description: 'Requires `expected_revision`, in the body or in the query.',
      scope: 'write',
      role: 'author',
      params,
      query: z.strictObject({
        profile_id: ownProfileId,
        expected_revision: queryInteger({ min: 1, max: maxId }).meta({
          description: 'The `revision` that was read, if the body does not contain it.',
        }),
      }),
      body: z.strictObject({ expected_revision: expectedRevision.optional() }),
      bodyOptional: true,
      response: envelope(z.strictObject({ id: z.uuid(), deleted: z.literal(true) })),
      errors: ['revision_conflict', 'already_submitted'],
      example: {
        body: { expected_revision: 1 },
        response: { status: 'ok', data: { id: exampleDraft.id, deleted: true } },
      },
    },
    duplicateDraft: {
      method: 'POST',
      path: '/drafts/{id}/duplicate',
      tag: 'drafts',
      summary: 'Make a draft from a draft or a template',
      returns: 'The new draft.',
      description:
        'Copies the content of a draft, of a template or of a submitted draft into a new draft, which is no template.',
      scope: 'write',
      role: 'author',
      params,
      body: z.strictObject({
        profile_id: profileId
          .optional()
          .meta({ description: 'Profile of the new draft. Default: the profile of the original.' }),
      }),
      bodyOptional: true,
      response: draftRead,
      errors: ['content_rejected', 'media_not_ready'],
      example: { body: {}, response: { status: 'ok', data: exampleDraft } },
      addition: true,
    },
    submitDraft: {
      method: 'POST',
      path: '/drafts/{id}/submit',
      tag: 'drafts',
      summary: 'Publish or schedule a draft',
      returns: 'The draft, with the post that was made of it, or waiting for approval.',
      description:
        'Runs the same checks as creating a post. If they fail, the draft stays saved. The same request again (same revision, time and time zone) returns the same jobs, even after that time has passed. If the caller may not publish (an author, or a key with the policy `drafts`), the draft waits for approval instead: its `status` is `awaiting_approval`, and `approval` contains the wanted time. With `ask_for_approval` it waits, whoever submits it.',
      scope: 'write',
      role: 'author',
      publishes: 'after_approval',
      params,
      body: z.strictObject({
        expected_revision: expectedRevision,
        profile_id: ownProfileId,
        ...z.strictObject(schedule).partial().shape,
        ask_for_approval: z.literal(true).optional().meta({
          description: 'The draft waits for approval, also if the caller may publish.',
          'x-addition': true,
        }),
      }),
      response: draftRead,
      errors: ['revision_conflict', 'already_submitted', 'wrong_state', ...publishErrors],
      example: {
        body: { expected_revision: 1, scheduled_at: '2026-11-03T09:00:00', scheduled_timezone: 'Europe/Warsaw' },
        response: {
          status: 'ok',
          data: { ...exampleDraft, status: 'submitted', submission: exampleSubmission },
        },
      },
    },
    approveDraft: {
      method: 'POST',
      path: '/drafts/{id}/approve',
      tag: 'drafts',
      summary: 'Approve a draft that waits',
      returns: 'The draft, with the post that was made of it.',
      description:
        'Publishes or schedules the draft once, after the same checks as creating a post. Without a time in the request, the wanted time of the author is used. If that has passed, the request is refused: send another time, or `now`.',
      scope: 'write',
      publishes: 'at_its_time',
      params,
      body: z
        .strictObject({
          expected_revision: expectedRevision,
          profile_id: ownProfileId,
          scheduled_at: schedule.scheduled_at.optional().meta({ description: 'Instead of the wanted time.' }),
          scheduled_timezone: schedule.scheduled_timezone.optional(),
          now: z.literal(true).optional().meta({ description: 'Publish now, whatever the wanted time is.' }),
        })
        .refine(({ now, scheduled_at, scheduled_timezone }) => !now || !(scheduled_at || scheduled_timezone), {
          path: ['now'],
          message: 'Cannot be sent together with a time.',
        }),
      response: draftRead,
      errors: ['revision_conflict', 'already_submitted', 'wrong_state', ...publishErrors],
      example: {
        body: { expected_revision: 1 },
        response: {
          status: 'ok',
          data: {
            ...exampleDraft,
            status: 'submitted',
            approval: { ...exampleApproval, ...exampleDecision, outcome: 'approved' },
            submission: exampleSubmission,
          },
        },
      },
      addition: true,
    },
    returnDraft: {
      method: 'POST',
      path: '/drafts/{id}/return',
      tag: 'drafts',
      summary: 'Return a draft that waits',
      returns: 'The draft, back with its author.',
      description:
        'The draft can be edited and submitted again. Its `revision` increases, and `approval` has the note.',
      scope: 'write',
      role: 'editor',
      publishes: 'at_its_time',
      params,
      body: z.strictObject({
        expected_revision: expectedRevision,
        profile_id: ownProfileId,
        note: z.string().trim().min(1).max(2_000).optional().meta({ description: 'What should change.' }),
      }),
      response: draftRead,
      errors: ['revision_conflict', 'already_submitted', 'wrong_state'],
      example: {
        body: { expected_revision: 1, note: 'Please mention the opening hours.' },
        response: {
          status: 'ok',
          data: {
            ...exampleDraft,
            revision: 2,
            approval: {
              ...exampleApproval,
              ...exampleDecision,
              outcome: 'returned',
              note: 'Please mention the opening hours.',
            },
          },
        },
      },
      addition: true,
    },
  } as const satisfies Record<string, Operation>
}
