import { z } from 'zod'
import { graphId, graphList, graphTime } from '../shared/meta-graph.ts'

const text = z.string().nullish()
const count = z.number().int().nullish()

/** Some responses contain integers without quotation marks that are too large for JavaScript. */
export const withWholeIds = (json: string): unknown =>
  JSON.parse(json.replaceAll(/("(?:user_id|id)"\s*:\s*)(\d{15,})/g, '$1"$2"'))

const id = z.union([graphId, z.number().transform(String)])

/** With Instagram Login: `user_id` is the ID in all paths, and `id` is only valid for the app. */
export const me = z.object({
  user_id: id,
  username: z.string(),
  name: text,
  account_type: text,
  profile_picture_url: text,
})
export const meFields = 'user_id,username,name,account_type,profile_picture_url'

/** With Facebook Login: a Page of a person, perhaps with an Instagram account. */
export const page = z.object({
  id,
  name: text,
  access_token: text,
  instagram_business_account: z.object({ id, username: text, name: text, profile_picture_url: text }).nullish(),
})
export const pageFields = 'id,name,access_token,instagram_business_account{id,username,name,profile_picture_url}'

export const created = z.object({ id: graphId, uri: z.url().nullish() })

export const container = z.object({ status_code: z.string(), status: text })

export const received = z.object({
  video_status: z
    .object({ uploading_phase: z.object({ bytes_transferred: count, bytes_transfered: count }).nullish() })
    .nullish(),
})

export const published = z.object({ id: graphId })

const media = z.object({
  id: graphId,
  caption: text,
  permalink: text,
  timestamp: graphTime.nullish(),
  media_product_type: text,
})
export type ListedMedia = z.output<typeof media>
export const listedMedia = graphList(media)
export const mediaFields = 'id,caption,permalink,timestamp,media_product_type'

export const permalink = z.object({ permalink: text })

export const limit = z
  .object({
    data: z.array(
      z.object({ quota_usage: count, config: z.object({ quota_total: count, quota_duration: count }).nullish() }),
    ),
  })
  .transform(({ data: [first] }) => ({
    used: first?.quota_usage ?? 0,
    total: first?.config?.quota_total ?? null,
  }))

/** A professional account that was looked up by its name. */
export const discovered = z.object({ business_discovery: z.object({ id: graphId }) })

const from = z.object({ id: graphId.nullish(), username: text }).nullish()
const oneComment = {
  id: graphId,
  text: z.string().catch(''),
  timestamp: graphTime,
  username: text,
  from,
  like_count: count,
  hidden: z.boolean().nullish(),
  parent_id: graphId.nullish(),
}
const reply = z.object(oneComment)
export type WireComment = z.output<typeof reply>
export const commentParent = reply.pick({ id: true, parent_id: true })
export const listedComments = graphList(reply.extend({ replies: graphList(reply).nullish() }))
const replyFields = 'id,text,timestamp,username,from{id,username},like_count,hidden,parent_id'
export const commentFields = `${replyFields},replies{${replyFields}}`

export const insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.number().nullish() })).nullish(),
      total_value: z.object({ value: z.number().nullish() }).nullish(),
    }),
  ),
})

export const mediaKind = z.object({ media_product_type: text, like_count: count, comments_count: count })

export const followers = z.object({ followers_count: count })
