import { z } from 'zod'
import type { SimulatedReply, SimulatedRequest } from '../../shared/simulator.ts'
import { invalid } from './problems.ts'

const id = z.string().regex(/^[0-9]{1,19}$/)
const replySettings = z.enum(['following', 'mentionedUsers', 'subscribers', 'verified'])

/** The body of POST /2/tweets (OpenAPI 2.167; 2.159 lacks a few fields). Other fields are not allowed. */
export const createBody = z.strictObject({
  text: z.string().optional(),
  media: z
    .strictObject({
      media_ids: z.array(id).min(1).max(4),
      tagged_user_ids: z.array(id).max(10).optional(),
      preview_media_id: id.optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      embeddable: z.boolean().optional(),
      call_to_actions: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: id,
      exclude_reply_user_ids: z.array(z.string()).optional(),
      auto_populate_reply_metadata: z.boolean().optional(),
    })
    .optional(),
  reply_settings: replySettings.optional(),
  quote_tweet_id: id.optional(),
  poll: z
    .strictObject({
      options: z.array(z.string().min(1).max(25)).min(2).max(4),
      duration_minutes: z.int().min(5).max(10_080),
      reply_settings: replySettings.optional(),
    })
    .optional(),
  card_uri: z.string().optional(),
  community_id: id.optional(),
  direct_message_deep_link: z.string().optional(),
  edit_options: z.strictObject({ previous_post_id: id }).optional(),
  for_super_followers_only: z.boolean().optional(),
  geo: z.strictObject({ place_id: z.string().optional() }).optional(),
  made_with_ai: z.boolean().optional(),
  nullcast: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  share_with_followers: z.boolean().optional(),
})

export type CreateBody = z.output<typeof createBody>

export const initializeBody = z.strictObject({
  media_type: z.enum([
    'video/mp4',
    'video/webm',
    'video/mp2t',
    'video/quicktime',
    'text/srt',
    'text/vtt',
    'image/jpeg',
    'image/gif',
    'image/bmp',
    'image/png',
    'image/webp',
    'image/pjpeg',
    'image/tiff',
    'model/gltf-binary',
    'model/vnd.usdz+zip',
  ]),
  total_bytes: z.int().min(0).max(17_179_869_184),
  media_category: z.enum([
    'amplify_video',
    'tweet_gif',
    'tweet_image',
    'tweet_video',
    'dm_gif',
    'dm_image',
    'dm_video',
    'subtitles',
  ]),
  additional_owners: z.array(id).optional(),
  shared: z.boolean().optional(),
})

export const metadataBody = z.object({
  id,
  metadata: z.object({ alt_text: z.object({ text: z.string().max(1_000) }).optional() }).optional(),
})

/** The parsed body, or the error. */
export function readJson<S extends z.ZodType>(
  schema: S,
  request: SimulatedRequest,
): { readonly body: z.output<S> } | { readonly refusal: SimulatedReply } {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json'))
    return { refusal: invalid({ message: 'Requests with bodies must have content-type of application/json.' }) }
  const read = schema.safeParse(request.json())
  return read.success ? { body: read.data } : { refusal: invalid(...read.error.issues.flatMap(faultsOf)) }
}

function faultsOf(issue: z.core.$ZodIssue): { message: string }[] {
  const path = `$${issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')}`
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      message: `${path}.${key}: is not defined in the schema and the schema does not allow additional properties`,
    }))
  return [{ message: `${path}: ${issue.message}` }]
}
