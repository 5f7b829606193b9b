import type { Json } from '../../../domain/outcome.ts'
import { fieldsOf, graphTime, pick } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { permalink } from './add.ts'
import { noSuchField } from './problems.ts'
import { type Container, listOf, type Post, users } from './store.ts'

/** The fields of posts and replies (threads_api samples, 2026-01). */
const postFields = `id media_product_type media_type media_url gif_url permalink owner username text timestamp shortcode
  thumbnail_url children is_quote_post quoted_post reposted_post has_replies alt_text link_attachment_url poll_attachment
  location_id topic_tag is_verified profile_picture_url is_reply is_reply_owned_by_me root_post replied_to hide_status
  reply_audience`.split(/\s+/)

const mediaTypes: Readonly<Record<Container['kind'], string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

/** The requested fields, or an error if one of them does not exist. */
export function requestedFields(text: string | undefined, world: World): ReadonlyMap<string, string> | SimulatedReply {
  const requested = fieldsOf(text ?? 'id')
  const unknown = [...requested.keys()].find((field) => !postFields.includes(field))
  return unknown === undefined ? requested : noSuchField(unknown, 'ThreadsMedia', world)
}

interface ShapeOptions {
  readonly world: World
  readonly fields: ReadonlyMap<string, string>
  /** The account of the token. */
  readonly viewer: string
}

export function postShape(post: Post, { world, fields, viewer }: ShapeOptions): Record<string, Json> {
  const author = users(world).get(post.author)
  const isReply = post.replyTo !== null
  return pick(
    {
      id: post.id,
      media_product_type: 'THREADS',
      media_type: mediaTypes[post.kind],
      permalink: author && permalink(post, author, world),
      owner: post.author === viewer ? { id: post.author } : undefined,
      username: author?.username,
      text: post.text === '' ? undefined : post.text,
      timestamp: graphTime(post.createdAt),
      shortcode: post.shortcode,
      is_quote_post: false,
      has_replies: listOf(world, 'answers', post.id).range({ limit: 1 }).length > 0,
      alt_text: post.altText ?? undefined,
      is_verified: false,
      is_reply: isReply,
      ...(isReply && {
        is_reply_owned_by_me: post.author === viewer,
        root_post: post.root === null ? undefined : { id: post.root },
        replied_to: { id: post.replyTo },
        hide_status: post.isHidden ? 'HIDDEN' : 'NOT_HUSHED',
        reply_audience: 'EVERYONE',
      }),
    },
    fields,
  )
}
