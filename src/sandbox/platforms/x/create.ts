import { createHash } from 'node:crypto'
import { z } from 'zod'
import { day } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { addPost } from './add.ts'
import { type CreateBody, createBody, readJson } from './body.ts'
import type { Call } from './gate.ts'
import { duplicate, forbidden, invalid, invalidMedia, missing, notPermitted, notSummoned, ok } from './problems.ts'
import { standardWeight } from './shown.ts'
import { listOf, type Media, type Post, posts, settingsOf, type User, uploads, users } from './store.ts'
import { cashtagsIn, mentionsIn, weightOf } from './text.ts'

/** POST /2/tweets. All checks run before anything is stored. */
export function create(call: Call): SimulatedReply {
  const read = readJson(createBody, call.request)
  if ('refusal' in read) return read.refusal
  const { body } = read
  const { world, user } = call
  const text = body.text ?? ''
  const target = body.reply && posts(world).get(body.reply.in_reply_to_tweet_id)
  const media = mediaOf(body, call)
  const refusal =
    wrongTogether(body) ??
    (body.reply && (target ? answerable(target, user, world) : notVisible())) ??
    (Array.isArray(media) ? null : media) ??
    unsupported(body) ??
    wrongText(text, user, world) ??
    (isDuplicate(text, target, call) ? duplicate() : null)
  if (refusal || !Array.isArray(media)) return refusal ?? notPermitted()
  const settings = body.reply_settings ?? 'everyone'
  const post = addPost(world, { author: user, text, media, replyTo: target ?? null, replySettings: settings })
  if (text !== '') remember(text, target, post, call)
  return ok({ data: { id: post.id, text: post.text, ...historyOf(post, call) } }, 201)
}

/** The request does not show which names its sender knows, unless it requests fields, which no client does. */
const historyOf = ({ id }: Post, { request }: Call) =>
  request.query.has('post.fields') ? { edit_history_post_ids: [id] } : { edit_history_tweet_ids: [id] }

function wrongTogether(body: CreateBody): SimulatedReply | null {
  const exclusive = (['media', 'poll', 'quote_tweet_id', 'card_uri'] as const).filter(
    (name) => body[name] !== undefined,
  )
  if (exclusive.length > 1)
    return invalid({ message: `${exclusive.join(', ')}: only one of these can be in a request.` })
  if ((body.text ?? '') === '' && exclusive.length === 0)
    return invalid({ message: '$.text: is missing but it is required' })
  return null
}

/** Self-serve apps lost quotes on 2026-04-20. The other fields exist for apps and accounts that are not simulated. */
function unsupported(body: CreateBody): SimulatedReply | null {
  const others = [body.quote_tweet_id, body.poll, body.card_uri, body.community_id, body.edit_options, body.geo]
  const usesOne = others.some((one) => one !== undefined) || body.nullcast || body.for_super_followers_only
  return usesOne ? notPermitted() : null
}

function wrongText(text: string, user: User, world: World): SimulatedReply | null {
  const longest = user.premium ? settingsOf(world).premiumWeight : standardWeight
  // At most one cashtag in a post that an app sends (docs.x.com, 2026-08-22).
  return weightOf(text) > longest || cashtagsIn(text).length > 1 ? notPermitted() : null
}

const notVisible = () => forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')

function answerable(target: Post, user: User, world: World): SimulatedReply | null {
  const { replies } = settingsOf(world)
  if (replies === 'everybody' || user.standing === 'enterprise' || target.author === user.id) return null
  const mentions = mentionsIn(target.written).some(({ tag }) => tag.toLowerCase() === user.username.toLowerCase())
  const answers = replies === 'engaged' && target.replyTo?.user === user.id
  return mentions || answers ? null : notSummoned()
}

/** All media and quotes of the post, or the error. */
function mediaOf({ media }: CreateBody, { world, user }: Call): Media[] | SimulatedReply {
  const ids = media?.media_ids ?? []
  const found = ids.flatMap((id) => uploads(world).get(id) ?? [])
  const usable = found.filter(
    (one) => one.owner === user.id && one.state === 'ready' && one.expiresAt > world.now() && !isPrivate(one),
  )
  if (usable.length < ids.length || new Set(ids).size < ids.length) return invalidMedia(ids)
  const mixed = found.length > 1 && found.some(({ kind }) => kind !== 'photo')
  return mixed ? invalidMedia(ids) : found
}

const isPrivate = ({ category }: Media): boolean => category.startsWith('dm_') || category === 'subtitles'

/** How far back X searches is unknown. */
const duplicateWindow = day
const textOnce = z.object({ post: z.string(), at: z.number() })

/**
 * The same text as a reply to the same post, or as a post of its own. Media do not count; posts without text are never
 * equal.
 */
const textKey = (text: string, target: Post | undefined, { user }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([user.id, target?.id ?? null, text.trim()]))
    .digest('hex')

function isDuplicate(text: string, target: Post | undefined, call: Call): boolean {
  const { world } = call
  const before = textOnce.safeParse(world.documents('texts').get(textKey(text, target, call)))
  if (text === '' || !before.success) return false
  const recent = before.data.at + world.scaled(duplicateWindow) > world.now()
  return recent && posts(world).get(before.data.post) !== undefined
}

const remember = (text: string, target: Post | undefined, { id, createdAt }: Post, call: Call): void =>
  call.world.documents('texts').put(textKey(text, target, call), { post: id, at: createdAt })

/** DELETE /2/tweets/:id */
export function remove({ request, world, user }: Call): SimulatedReply {
  const { id = '' } = request.params
  const post = posts(world).get(id)
  if (!post) return missing('tweet', 'id', id)
  if (post.author !== user.id) return forbidden('You are not authorized to delete this Tweet.')
  posts(world).remove(id)
  listOf(world, 'timeline', user.id).remove(id)
  listOf(world, 'conversation', post.conversation).remove(id)
  const author = users(world).get(user.id)
  if (author) users(world).put({ ...author, posts: author.posts - 1 })
  world.unpublish(id)
  return ok({ data: { deleted: true } })
}
