import { z } from 'zod'
import { noticeTypes } from '../domain/notice.ts'
import { envelope, profileId, profileScopeOrAll, time } from './common.ts'
import type { Operation } from './operation.ts'

/** Of each type. */
export const mostNotices = 50

const type = z.enum(noticeTypes).meta({
  description: [
    '`post_unknown`: nobody knows whether a job published the post; see `POST /jobs/{id}/resolve`.',
    '`post_unfinished`: a person has to finish the post in the app of the platform.',
    '`post_failed`: it failed on some platform in the last 3 days.',
    '`posts_deleted` (added later): an API key or an application deleted more than 5 posts within an hour, in the last 3 days. Posts that were brought back do not count.',
    '`draft_waiting`: a draft waits for approval.',
    '`reply_waiting`: an auto-reply waits for approval.',
    '`replies_stopped`: auto-replies of a profile wait, because the language-model tokens of this month are used up.',
    '`account_reconnect`: the sign-in of an account has ended.',
    '`account_blocked`: an account lacks a permission, so it can’t publish.',
    '`account_ending`: the sign-in of an account ends within 14 days, and can’t be renewed.',
    '`webhook_disabled` and `webhook_failing`: a webhook gets no events.',
    '`code_refused`: in the last 7 days somebody entered the person’s own password, and then a wrong code. Only the person gets it, until the password is changed.',
  ].join(' '),
})

const notice = z
  .strictObject({
    id: z
      .string()
      .meta({ description: 'The same as long as the cause is. The same thing happening again has another.' }),
    type,
    since: time.nullable().meta({ description: 'Null if the time was not recorded.' }),
    until: time.nullable().meta({ description: 'When it is too late to act; null if there is no such time.' }),
    profile_id: profileId.nullable().meta({
      description:
        'Null for webhooks, which belong to the user, for posts of several profiles, and for `code_refused`.',
    }),
    platforms: z.array(z.string()),
    title: z.string().meta({
      description:
        'What it is about: the first line of the post, draft or reply, the name of the account, profile or key, the URL of the webhook, or the address from which somebody tried to sign in.',
    }),
    resource_id: z.string().nullable().meta({
      description:
        'ID of the post, draft, inbox entry, webhook or key. Null for accounts, which `profile_id` and `platforms` name, for a reply to a comment that is not in the inbox, for `replies_stopped`, and for `code_refused`.',
    }),
  })
  .meta({ id: 'Notice' })

export const noticeOperations = {
  listNotices: {
    method: 'GET',
    path: '/notices',
    tag: 'notices',
    summary: 'List what needs a person',
    returns: 'All notices.',
    description: `Newest first, at most ${mostNotices} of each type. With \`profile_id\`, only those of these profiles, so none about webhooks and none of type \`code_refused\`. A notice is gone when its cause is. A person gets only what their role lets them settle.`,
    scope: 'read',
    query: z.strictObject({ profile_id: profileScopeOrAll.meta({ 'x-addition': true }) }),
    response: envelope(
      z.strictObject({
        total: z.int().meta({ description: 'How many there are, also beyond those listed.' }),
        notices: z.array(notice),
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: {
          total: 2,
          notices: [
            {
              id: 'post_unknown_102',
              type: 'post_unknown',
              since: '2026-11-02T09:00:31.000Z',
              until: null,
              profile_id: 'q8WmZ2kLp4Ra',
              platforms: ['x'],
              title: 'We are live.',
              resource_id: '101',
            },
            {
              id: 'account_ending_q8WmZ2kLp4Ra_linkedin_1762506000000',
              type: 'account_ending',
              since: null,
              until: '2026-11-07T09:00:00.000Z',
              profile_id: 'q8WmZ2kLp4Ra',
              platforms: ['linkedin'],
              title: 'Acme Coffee',
              resource_id: null,
            },
          ],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
