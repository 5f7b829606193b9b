import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { statusOf } from './assets.ts'
import { type Call, refusedAs } from './gate.ts'
import { givenBack, shownText } from './little-text.ts'
import { pageOf } from './paging.ts'
import { duplicate, mediaFailed, missingField, notFound, notOwned, notReady, ok, tooLong, wrong } from './problems.ts'
import { settingsOf } from './settings.ts'
import { type Asset, activityOf, assets, newNumber, type Post, postOf, posts } from './store.ts'

const maxText = 3_000
const maxAltText = 4_086

const newPost = z.strictObject({
  author: z.string(),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.unknown()),
    thirdPartyDistributionChannels: z.array(z.unknown()),
  }),
  content: z
    .strictObject({
      media: z.strictObject({
        id: z.string(),
        altText: z.string().max(maxAltText).optional(),
        title: z.string().optional(),
      }),
    })
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
  // Clients leave it out (including LinkedIn's own, 2026-08).
  isReshareDisabledByAuthor: z.boolean().default(false),
})

type NewPost = z.output<typeof newPost>

const writing = { person: ['w_member_social'], page: ['w_organization_social'] }
const reading = { person: ['r_member_social'], page: ['r_organization_social'] }

/** POST /rest/posts. All checks run before anything is stored. */
export function createPost(call: Call): SimulatedReply {
  const { request, world } = call
  const read = newPost.safeParse(request.json())
  if (!read.success) return missingField(`/${read.error.issues[0]?.path.map(String).join('/') ?? ''}`)
  const wanted = read.data
  const media = wanted.content?.media ?? null
  const asset = media && assets(world).get(media.id)
  const text = shownText(wanted.commentary)
  const refusal =
    refusedAs(wanted.author, { ...writing, what: 'posts.CREATE.20260901' }, call) ??
    (text.trim() === '' && media === null ? missingField('/commentary') : null) ??
    (text.length > maxText ? tooLong(text.length, maxText) : null) ??
    (media === null ? null : wrongMedia(asset ?? undefined, wanted, world)) ??
    repeated(wanted, world)
  return refusal ?? addPost(wanted, text, asset ?? null, world)
}

function wrongMedia(asset: Asset | undefined, { author, content }: NewPost, world: World): SimulatedReply | null {
  if (!asset || asset.owner !== author) return notOwned()
  if (asset.kind === 'video' && content?.media.altText !== undefined) return wrong('A video has no altText')
  const status = statusOf(asset, world)
  if (status === 'PROCESSING_FAILED') return mediaFailed(asset.id)
  return status === 'AVAILABLE' ? null : notReady(asset.id)
}

const keyOf = ({ author, commentary, content }: NewPost): string =>
  createHash('sha256')
    .update(JSON.stringify([author, commentary.trim(), content?.media.id ?? null]))
    .digest('hex')

const once = z.object({ post: z.string(), at: z.number() })

/** Deleted posts count too. The period depends on the caller's clock, and is not scaled. */
function repeated(wanted: NewPost, world: World): SimulatedReply | null {
  const before = once.safeParse(world.documents('contents').get(keyOf(wanted))).data
  const window = settingsOf(world).duplicateMinutes * minute
  return before && world.now() < before.at + window ? duplicate(before.post) : null
}

function addPost(wanted: NewPost, text: string, asset: Asset | null, world: World): SimulatedReply {
  const number = newNumber(world)
  const post: Post = {
    id: `urn:li:${asset?.kind === 'video' ? 'ugcPost' : 'share'}:${number}`,
    activity: newNumber(world),
    author: wanted.author,
    commentary: givenBack(wanted.commentary),
    text,
    media: asset?.id ?? null,
    altText: wanted.content?.media.altText ?? null,
    visibility: wanted.visibility,
    createdAt: world.now(),
    numbers: { impressions: 0, reached: 0, clicks: 0, likes: 0, shares: 0 },
  }
  posts(world).put(post)
  world.documents('activities').put(activityOf(post), post.id)
  world.documents('contents').put(keyOf(wanted), { post: post.id, at: post.createdAt })
  world.publish({
    id: post.id,
    account_id: post.author,
    text,
    media_count: asset === null ? 0 : 1,
    reply_to: null,
    url: `${world.page('web')}/feed/update/${post.id}/`,
    created_at: new Date(post.createdAt).toISOString(),
  })
  return { status: 201, headers: { 'x-restli-id': post.id } }
}

const shape = ({ id, author, commentary, createdAt, visibility, media, altText }: Post): Json => ({
  id,
  author,
  commentary,
  createdAt,
  publishedAt: createdAt,
  lastModifiedAt: createdAt,
  lifecycleState: 'PUBLISHED',
  visibility,
  ...(media !== null && { content: { media: { id: media, ...(altText !== null && { altText }) } } }),
})

/** GET /rest/posts of an author, newest first. */
export function listPosts(call: Call): SimulatedReply {
  const { request, world } = call
  const author = request.query.get('author') ?? ''
  if (request.query.get('q') !== 'author') return wrong('There is no such finder')
  const refusal = refusedAs(author, { ...reading, what: 'posts.FINDER-author.20260901' }, call)
  if (refusal) return refusal
  const lags = world.meets('list_lag', 'read')
  const own = posts(world)
    .newest((one) => one.author === author)
    .slice(lags ? 1 : 0)
  return pageOf(own, request.query, shape)
}

/** GET /rest/posts/:id */
export function readPost(call: Call): SimulatedReply {
  const { request, world } = call
  const post = postOf(request.params.id ?? '', world)
  if (!post) return notFound(request.params.id ?? '')
  return refusedAs(post.author, { ...reading, what: 'posts.GET.20260901' }, call) ?? ok(shape(post))
}

/** DELETE /rest/posts/:id */
export function deletePost(call: Call): SimulatedReply {
  const { request, world } = call
  const post = postOf(request.params.id ?? '', world)
  if (!post) return { status: 204 }
  const refusal = refusedAs(post.author, { ...writing, what: 'posts.DELETE.20260901' }, call)
  if (refusal) return refusal
  posts(world).remove(post.id)
  world.unpublish(post.id)
  return { status: 204 }
}
