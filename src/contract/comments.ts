import { z } from 'zod'
import {
  actor,
  bodyId,
  envelope,
  platformError,
  profileId,
  queryCursor,
  queryId,
  queryInteger,
  time,
} from './common.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'
import { textUnit } from './platforms.ts'
import { finding } from './posts.ts'

const commentId = z
  .string()
  .min(1)
  .max(500)
  .meta({ description: 'ID of a comment: the `id` that `GET /comments` returned.' })

export const message = z.string().min(1).max(10_000).meta({ description: 'Posted exactly as sent.' })

const given = 'Null if the platform does not provide it.'

const count = z.int().nullable().meta({ description: given })

const textIfGiven = z.string().nullable().meta({ description: given })

const author = z.strictObject({
  id: textIfGiven,
  name: textIfGiven,
  username: textIfGiven,
  avatar_url: textIfGiven,
  profile_url: textIfGiven,
})

export const comment = z
  .strictObject({
    id: z.string(),
    platform: z.string(),
    post_id: z
      .int()
      .meta({ description: 'ID of the job that published the post with the comment. Send it when you reply.' }),
    remote_post_id: z.string().meta({ description: 'The platform’s own ID of that post.' }),
    parent_id: z
      .string()
      .nullable()
      .meta({ description: 'The comment that this one replies to; null if it replies to the post.' }),
    author,
    message: z.string(),
    created_at: time,
    like_count: count,
    reply_count: count,
    url: textIfGiven,
    is_own: z.boolean().meta({ description: 'Written by the connected account.' }),
    created_by: actor.nullable().meta({
      description: 'Who sent it through Polypost; null for every other comment.',
      'x-addition': true,
    }),
    can_reply: z.boolean().meta({ description: 'False for own comments.' }),
  })
  .meta({ id: 'Comment' })

export const exampleComment = {
  id: 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3lfa2kq5m2k2x',
  platform: 'bluesky',
  post_id: 102,
  remote_post_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lf9zq7v4ck2a',
  parent_id: null,
  author: {
    id: 'did:plc:z72i7hdynmk6r22z27h6tvur',
    name: 'Jo',
    username: 'jo.example',
    avatar_url: null,
    profile_url: 'https://bsky.app/profile/jo.example',
  },
  message: 'Do you ship to Poland?',
  created_at: '2026-11-02T10:12:00.000Z',
  like_count: 2,
  reply_count: 0,
  url: 'https://bsky.app/profile/jo.example/post/3lfa2kq5m2k2x',
  is_own: false,
  created_by: null,
  can_reply: true,
}

export const commentOperations = ({ commentNames, additionsIn }: Vocabulary) =>
  ({
    listComments: {
      method: 'GET',
      path: '/comments',
      tag: 'comments',
      summary: 'List the comments of a post',
      returns: 'A page of comments, and the platforms that could not be read.',
      description:
        'Reads the comments from the platforms now, newest first. If a platform returns replies only together with their comment, they are sorted with that comment. Without `platform`, every platform of the group is read, and `platform_errors` lists those that could not be read. Platforms do not show everything to apps, for example old comments or authors; such values are missing or null (see the page of the platform in docs/platforms). If the group does not have the `platform`, the response is 404.',
      scope: 'read',
      query: z.strictObject({
        post_id: queryId('post', 'ID of a post or of any of its jobs.'),
        platform: z
          .enum(commentNames)
          .optional()
          .meta({
            ...additionsIn(commentNames),
            description: 'Reads only this platform of the group. x and twitter are the same platform.',
          }),
        profile_id: profileId
          .optional()
          .meta({ description: 'ID of a connection profile. Default: the profile of the post.' }),
        limit: queryInteger({ min: 1, max: 100, fallback: 25 }),
        cursor: queryCursor,
      }),
      response: envelope(
        z.strictObject({
          platform: z.string().meta({ description: 'The platform that was read, or `multiple`.' }),
          post_id: z.int().meta({ description: 'The ID from the request.' }),
          comments: z.array(comment).max(100),
          platform_errors: z.array(platformError),
          next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
        }),
      ),
      errors: ['invalid_cursor', 'not_published', 'platform_not_connected', 'reconnect_required', 'platform_error'],
      example: {
        query: { post_id: '101', limit: '25' },
        response: {
          status: 'ok',
          data: {
            platform: 'multiple',
            post_id: 101,
            comments: [exampleComment],
            platform_errors: [
              {
                platform: 'linkedin',
                post_id: 103,
                code: 'reconnect_required',
                message: 'The LinkedIn Page needs a new login before its comments can be read.',
              },
            ],
            next_cursor: null,
          },
        },
      },
    },
    replyToComment: {
      method: 'POST',
      path: '/comments/reply',
      tag: 'comments',
      summary: 'Reply to a comment',
      returns: 'The reply was posted: its ID on the platform.',
      description:
        'Posts the text once, exactly as sent, as the connected account or Page. An equal reply (same account, comment and message) returns the response of the first. If you send the ID of a group, `comment_id` decides which job is meant; if it cannot, send the `post_id` of the comment. If it is unknown whether the reply was posted (502 `outcome_unknown`), Polypost asks the platform. Until the answer is known, an equal reply gets 409, and so does a reply with the same text to another comment of the post. Afterwards an equal reply returns the response with the result, or it is sent if the first reply was certainly not posted.',
      scope: 'write',
      publishes: 'at_once',
      body: z.strictObject({
        post_id: bodyId('post', 'ID of a post or of any of its jobs.'),
        comment_id: commentId,
        message,
      }),
      response: envelope(
        z.strictObject({
          post_id: z.int().meta({ description: 'ID of the job that published the post with the comment.' }),
          platform: z.string(),
          remote_post_id: z.string(),
          comment_id: z.string(),
          reply_id: z.string(),
          message: z.string(),
        }),
      ),
      errors: [
        'not_published',
        'outcome_unknown',
        'content_rejected',
        'platform_not_connected',
        'reconnect_required',
        'platform_error',
      ],
      example: {
        body: { post_id: exampleComment.post_id, comment_id: exampleComment.id, message: 'We do, within three days.' },
        response: {
          status: 'ok',
          data: {
            post_id: exampleComment.post_id,
            platform: exampleComment.platform,
            remote_post_id: exampleComment.remote_post_id,
            comment_id: exampleComment.id,
            reply_id: 'at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/app.bsky.feed.post/3lfa3t6jd4s2x',
            message: 'We do, within three days.',
          },
        },
      },
    },
    validateReply: {
      method: 'POST',
      path: '/comments/validate',
      tag: 'comments',
      summary: 'Check the text of a reply without sending it',
      returns: 'What was found in the text, and how long it is for the platform.',
      description:
        'Counts the text as the platform counts it, and returns what the platform would not accept. The same rules apply to the words of an auto-reply. A reply with findings gets status 200 and `ok` false.',
      scope: 'read',
      body: z.strictObject({
        platform: z.enum(commentNames).meta(additionsIn(commentNames)),
        message: z.string().max(10_000).meta({ description: 'The text; it may be empty while somebody writes it.' }),
      }),
      response: envelope(
        z.strictObject({
          ok: z.boolean().meta({ description: 'True if there are no findings.' }),
          length: z.int().meta({ description: 'Counted as the platform counts.' }),
          limit: z.int().nullable(),
          unit: textUnit,
          findings: z.array(finding),
        }),
      ),
      example: {
        body: { platform: 'bluesky', message: 'We do, within three days.' },
        response: { status: 'ok', data: { ok: true, length: 25, limit: 300, unit: 'graphemes', findings: [] } },
      },
      addition: true,
    },
  }) as const satisfies Record<string, Operation>
