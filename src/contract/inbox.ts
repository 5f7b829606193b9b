import { z } from 'zod'
import { autoReply, exampleAutoReply } from './auto-replies.ts'
import { comment, exampleComment } from './comments.ts'
import {
  createdBy,
  envelope,
  pathId,
  profileId,
  profileScopeOrAll,
  queryCursor,
  queryFlag,
  queryId,
  queryInteger,
  time,
} from './common.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'

const ownReply = z.strictObject({
  message: z.string(),
  status: z.enum(['sending', 'posted', 'unknown']).meta({
    description:
      '`sending`: it is being sent, or Polypost asks the platform whether it was posted. `unknown`: that was never found out.',
  }),
  reply_id: z.string().nullable().meta({ description: 'The platform’s ID of the reply; null until it is posted.' }),
  url: z.string().nullable(),
  created_at: time,
  created_by: createdBy,
  posted_at: time.nullable(),
})

const maxReplies = 20

const entry = z
  .strictObject({
    id: z.int().meta({ description: 'ID of the entry. It never changes, and it is not the platform’s ID.' }),
    profile_id: profileId,
    comment,
    post: z.strictObject({
      post_id: z.int().meta({ description: 'ID of the group.' }),
      job_id: z.int(),
      platform: z.string(),
      message: z.string(),
      url: z.string().nullable(),
      posted_at: time.nullable(),
    }),
    parent: comment.nullable().meta({ description: 'The comment that this one replies to, if it is known.' }),
    replies: z
      .array(comment)
      .max(maxReplies)
      .meta({
        description: `The first ${maxReplies} known replies to it, of anybody, the oldest first.`,
      }),
    own_replies: z.array(ownReply).meta({ description: 'The replies that Polypost has sent, the oldest first.' }),
    auto_reply: autoReply.nullable(),
    read: z.boolean().meta({ description: 'The same for all people of the user.' }),
    can_reply: z.boolean().meta({
      description:
        'Whether `POST /comments/reply` can answer it now: the comment allows it, and the account is connected.',
    }),
    found_at: time.meta({ description: 'When Polypost first read it.' }),
  })
  .meta({ id: 'InboxEntry' })

const threadComment = z.strictObject({
  entry_id: z.int().nullable().meta({ description: 'Null for own comments, which are no entries.' }),
  read: z.boolean(),
  comment,
})

const counts = {
  unread: z.int(),
  needs_approval: z.int().meta({ description: 'Auto-replies that wait for approval.' }),
}

const exampleEntry = {
  id: 71,
  profile_id: exampleAutoReply.profile_id,
  comment: exampleComment,
  post: {
    post_id: 101,
    job_id: 102,
    platform: 'bluesky',
    message: 'We are live.',
    url: 'https://bsky.app/profile/acme.example/post/3lf9zq7v4ck2a',
    posted_at: '2026-11-02T10:00:00.000Z',
  },
  parent: null,
  replies: [],
  own_replies: [],
  auto_reply: exampleAutoReply,
  read: false,
  can_reply: true,
  found_at: '2026-11-02T10:15:00.000Z',
} as const

export const inboxOperations = ({ commentNames, additionsIn }: Vocabulary) => {
  const platform = z
    .enum(commentNames)
    .optional()
    .meta({ ...additionsIn(commentNames), description: 'Only this platform. x and twitter are the same platform.' })
  return {
    listInbox: {
      method: 'GET',
      path: '/inbox',
      tag: 'inbox',
      summary: 'List comments on all posts',
      returns: 'A page of comments.',
      description:
        'The comments of other people on your posts as they were last read, newest first. Posts are read for 30 days, less often as they get older or stay quiet, unless the operator has switched their platform off; X, which charges for it, is off by default. `GET /comments` reads a post now, and what it reads is also kept here. A comment that was deleted at its platform disappears when all comments of the post were read again.',
      scope: 'read',
      query: z.strictObject({
        profile_id: profileScopeOrAll,
        platform,
        post_id: queryId('post', 'ID of a post or of any of its jobs.').optional(),
        unread: queryFlag('Only comments that are unread, or only those that are read.'),
        needs_approval: queryFlag('Only comments with an auto-reply that waits for approval, or only the others.'),
        search: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'Text in the comment or in the name of its author, without regard to case.' }),
        limit: queryInteger({ min: 1, max: 100, fallback: 25 }),
        cursor: queryCursor,
      }),
      response: envelope(
        z.strictObject({
          entries: z.array(entry).max(100),
          listed_at: time.meta({ description: 'Send it as `until` to mark as read what was known at that time.' }),
          next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
        }),
      ),
      errors: ['invalid_cursor'],
      example: {
        response: {
          status: 'ok',
          data: { entries: [exampleEntry], listed_at: '2026-11-02T10:20:00.000Z', next_cursor: null },
        },
      },
      addition: true,
    },
    countInbox: {
      method: 'GET',
      path: '/inbox/count',
      tag: 'inbox',
      summary: 'Count unread comments',
      returns: 'How many comments are unread.',
      description: 'What a badge shows.',
      scope: 'read',
      query: z.strictObject({ profile_id: profileScopeOrAll }),
      response: envelope(z.strictObject(counts)),
      example: { response: { status: 'ok', data: { unread: 3, needs_approval: 1 } } },
      addition: true,
    },
    getInboxEntry: {
      method: 'GET',
      path: '/inbox/{id}',
      tag: 'inbox',
      summary: 'Get a comment with its thread',
      returns: 'The comment, with the comments around it.',
      description:
        'The thread begins with the comment directly under the post, and has at most 200 comments, the oldest first. It contains the comments that Polypost knows.',
      scope: 'read',
      params: z.strictObject({ id: pathId('inbox_entry', 'ID of an entry of the inbox.') }),
      response: envelope(z.strictObject({ entry, thread: z.array(threadComment).max(200) })),
      example: {
        response: {
          status: 'ok',
          data: { entry: exampleEntry, thread: [{ entry_id: 71, read: false, comment: exampleComment }] },
        },
      },
      addition: true,
    },
    markInbox: {
      method: 'POST',
      path: '/inbox/read',
      tag: 'inbox',
      summary: 'Mark comments as read or unread',
      returns: 'How many comments were changed, and how many are unread now.',
      description:
        'Send either `ids`, or `until` for all comments that were found up to that time. IDs that do not exist any more are ignored. `profile_id` and `platform` narrow `until`.',
      scope: 'write',
      role: 'author',
      body: z
        .strictObject({
          ids: z.array(z.int().min(1)).min(1).max(500).optional(),
          until: time.optional(),
          profile_id: profileScopeOrAll,
          platform,
          read: z.boolean().default(true).meta({ description: 'False marks them as unread.' }),
        })
        .superRefine(({ ids, until, profile_id, platform }, context) => {
          const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
          if (ids === undefined && until === undefined) issue('ids', 'Send `ids` or `until`.')
          if (ids !== undefined && until !== undefined) issue('until', 'Leave out `until` where `ids` is sent.')
          if (ids !== undefined && (profile_id ?? platform) !== undefined)
            issue('ids', '`profile_id` and `platform` go with `until` only.')
        }),
      response: envelope(z.strictObject({ changed: z.int(), ...counts })),
      example: {
        body: { until: '2026-11-02T10:20:00.000Z' },
        response: { status: 'ok', data: { changed: 3, unread: 0, needs_approval: 1 } },
      },
      addition: true,
    },
    refreshInbox: {
      method: 'POST',
      path: '/inbox/refresh',
      tag: 'inbox',
      summary: 'Read new comments soon',
      returns: 'How many posts will be read.',
      description:
        'Makes the newest 200 posts of the last 30 days due to be read, each at most once every 5 minutes. They are read in the background, one after the other for each account. Posts of platforms that the operator has switched off for the inbox are not read; `GET /comments` reads each post.',
      scope: 'write',
      role: 'author',
      body: z.strictObject({ profile_id: profileScopeOrAll }),
      bodyOptional: true,
      response: envelope(z.strictObject({ posts: z.int().meta({ description: 'How many posts are read now.' }) })),
      example: { body: {}, response: { status: 'ok', data: { posts: 12 } } },
      addition: true,
    },
  } as const satisfies Record<string, Operation>
}
