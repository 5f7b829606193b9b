import type { Json } from '../../../domain/outcome.ts'
import { inSeconds } from '../../../domain/time.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { urlOf } from './add.ts'
import { ok, wrongParameters } from './answers.ts'
import { type Call, recordOf } from './gate.ts'
import { listOf, type Post, posts, type User } from './store.ts'

const fieldNames = [
  'id',
  'create_time',
  'cover_image_url',
  'share_url',
  'video_description',
  'duration',
  'height',
  'width',
  'title',
  'embed_html',
  'embed_link',
  'like_count',
  'comment_count',
  'share_count',
  'view_count',
  'is_aigc',
]

/** Null: the cover is unknown, or was not requested. */
function fieldsIn({ query }: SimulatedRequest): readonly string[] | null {
  const fields = (query.get('fields') ?? '').split(',').filter((field) => field !== '')
  return fields.length > 0 && fields.every((field) => fieldNames.includes(field)) ? fields : null
}

/** Here the ID is a string. */
function shown(post: Post, user: User, fields: readonly string[], world: World): Json {
  const url = urlOf(post, user.username, world)
  const all: Readonly<Record<string, Json>> = {
    id: post.id,
    create_time: Math.floor(inSeconds(post.createdAt)),
    cover_image_url: `${url}/cover.webp`,
    share_url: url,
    video_description: post.text,
    duration: 1,
    height: 1_920,
    width: 1_080,
    title: post.text,
    embed_html: '',
    embed_link: url,
    like_count: post.likes,
    comment_count: post.comments,
    share_count: post.shares,
    view_count: post.views,
    is_aigc: false,
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
}

const isListed = (post: Post, world: World): boolean =>
  post.privacy === 'PUBLIC_TO_EVERYONE' && post.listedAt <= world.now()

/** The public posts, newest first. */
const publicPosts = ({ world, user }: Call): Post[] =>
  listOf(world, 'posts', user.id)
    .all()
    .flatMap(({ document }) => posts(world).get(String(document)) ?? [])
    .filter((post) => isListed(post, world))
    .reverse()

const maxPage = 20
const usualPage = 10

/** POST /v2/video/list/ */
export function list(call: Call): SimulatedReply {
  const { request, world, user, body } = call
  const fields = fieldsIn(request)
  const count = body.max_count ?? usualPage
  const cursor = body.cursor ?? null
  if (fields === null || typeof count !== 'number' || count < 1 || count > maxPage)
    return wrongParameters('The parameters are invalid.', world)
  const all = publicPosts(call).filter((post) => typeof cursor !== 'number' || post.createdAt < cursor)
  const page = all.slice(0, count)
  const last = page.at(-1)
  return ok(
    {
      videos: page.map((post) => shown(post, user, fields, world)),
      cursor: last ? Math.floor(last.createdAt) : 0,
      has_more: all.length > page.length,
    },
    world,
  )
}

/** POST /v2/video/query/. Videos of others and private ones are left out without an error. */
export function query(call: Call): SimulatedReply {
  const { request, world, user, body } = call
  const fields = fieldsIn(request)
  const ids = recordOf(body.filters)?.video_ids
  const areIds = Array.isArray(ids) && ids.length <= maxPage && ids.every((id) => typeof id === 'string')
  if (fields === null || !areIds) return wrongParameters('The parameters are invalid.', world)
  const found = ids.flatMap((id) => posts(world).get(String(id)) ?? [])
  const own = found.filter((post) => post.author === user.id && isListed(post, world))
  return ok({ videos: own.map((post) => shown(post, user, fields, world)) }, world)
}
