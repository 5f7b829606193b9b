import { z } from 'zod'
import { bodyId, envelope, platformError, profileId, queryCursor, queryId, queryInteger, time } from './common.ts'
import type { Operation } from './operation.ts'
import type { Vocabulary } from './platform-options.ts'

const commentId = z.string().min(1).max(500).meta({ description: 'ID of a comment, as the list gave it.' })

const message = z.string().min(1).max(10_000).meta({ description: 'Posted exactly as sent.' })

const given = 'Null where the platform does not give it.'

const count = z.int().nullable().meta({ description: given })

const textIfGiven = z.string().nullable().meta({ description: given })

const author = z.strictObject({
  id: textIfGiven,
  name: textIfGiven,
  username: textIfGiven,
  avatar_url: textIfGiven,
  profile_url: textIfGiven,
})

const comment = z
  .strictObject({
    id: z.string(),
    platform: z.string(),
    post_id: z.int().meta({ description: 'ID of the job whose post it stands under: a reply to it goes there.' }),
    remote_post_id: z.string().meta({ description: 'The platform’s own ID of that post.' }),
    parent_id: z.string().nullable().meta({ description: 'The comment that it answers; null under the post itself.' }),
    author,
    message: z.string(),
    created_at: time,
    like_count: count,
    reply_count: count,
    url: textIfGiven,
    is_own: z.boolean().meta({ description: 'Written by the connected account.' }),
    can_reply: z.boolean().meta({ description: 'False for own comments.' }),
  })
  .meta({ id: 'Comment' })

const exampleComment = {
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
  can_reply: true,
}

export const commentOperations = ({ commentNames }: Vocabulary) =>
  ({
    listComments: {
      method: 'GET',
      path: '/comments',
      tag: 'comments',
      summary: 'List the comments of a post',
      description:
        'Read live from the platforms, newest first; answers that a platform gives with what they answer come as late as that. Without `platform`, every platform of the group is read, and those that can’t be are named in `platform_errors`. What a platform does not show to apps, such as old comments or who wrote them, is missing or null; its page in docs/platforms says what that is. A `platform` that the group does not have is 404.',
      scope: 'read',
      query: z.strictObject({
        post_id: queryId('post', 'ID of a post or of any of its jobs.'),
        platform: z
          .enum(commentNames)
          .optional()
          .meta({ description: 'Reads the group’s job of this platform only; x and twitter are one.' }),
        profile_id: profileId
          .optional()
          .meta({ description: 'ID of a connection profile; left out, the one that created the post.' }),
        limit: queryInteger({ min: 1, max: 100, fallback: 25 }),
        cursor: queryCursor,
      }),
      response: envelope(
        z.strictObject({
          platform: z.string().meta({ description: 'The one platform that was asked, or `multiple`.' }),
          post_id: z.int().meta({ description: 'As it was asked for.' }),
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
      description:
        'The text is posted once, exactly as sent, as the connected account or Page: an equal reply (same account, comment and message) gets the answer of the first. The ID of a group is resolved by `comment_id`; where that is not possible, send the comment’s own `post_id`. If the outcome is unknown (502 `outcome_unknown`), it is being settled: an equal reply is 409 until then, gets the settled answer after, and is sent if the first surely was not posted. Meanwhile a reply in the same words to another comment of the post is 409 too.',
      scope: 'write',
      body: z.strictObject({
        post_id: bodyId('post', 'ID of a post or of any of its jobs.'),
        comment_id: commentId,
        message,
      }),
      response: envelope(
        z.strictObject({
          post_id: z.int().meta({ description: 'ID of the job whose post it stands under.' }),
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
      idempotent: true,
    },
  }) as const satisfies Record<string, Operation>
