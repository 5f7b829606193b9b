import { z } from 'zod'
import { second } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { forbidden, notWritten, written } from './answers.ts'
import { formIn } from './form.ts'
import type { Call } from './gate.ts'
import { storedAt } from './media.ts'
import { addressOf } from './shapes.ts'
import { listOf, newId, type Post, posts } from './store.ts'
import { nameOf, refusedBy, takesLinksOnce } from './subreddits.ts'

/** In characters (RP, 2024-07). */
const maxTitle = 300
const maxText = 40_000
const maxFlairText = 64

/** How long an image post takes until it appears in lists, and a slow one. */
const processing = 3 * second
const slowProcessing = 30 * second

/** Python clients write the values with a capital letter. */
const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false']))
  .catch('false')

/** Reddit ignores all other fields. */
const form = z.object({
  sr: z.string().default(''),
  kind: z.string().default(''),
  title: z.string().default(''),
  text: z.string().default(''),
  url: z.string().default(''),
  flair_id: z.string().optional(),
  flair_text: z.string().optional(),
  nsfw: flag,
  spoiler: flag,
  resubmit: flag,
})

type Form = z.output<typeof form>

export const formOf = ({ request }: Pick<Call, 'request'>): Form => form.parse(formIn(request))

const lengthOf = (text: string): number => Array.from(text).length

/** POST /api/submit. All checks run before anything is stored. */
export function submit(call: Call): SimulatedReply {
  const { world, user } = call
  const given = formOf(call)
  if (user.standing === 'suspended') return forbidden('suspended')
  const refusal = wrong(given, call)
  if (refusal) return refusal
  const subreddit = nameOf(given.sr, world)
  const isImage = given.kind === 'image'
  // Reddit reports a failed image only over its websocket.
  const fails = isImage && world.meets('processing_failed', 'create')
  const post = newPost({ ...given, sr: subreddit }, call)
  if (!fails) keep(post, world)
  return isImage
    ? written({
        user_submitted_page: `${world.page('web')}/user/${user.username}/submitted/`,
        websocket_url: `wss://ws-simulated.wss.redditmedia.com/rte_images/${post.id}`,
      })
    : written({ url: addressOf(post, world), id: post.id, name: `t3_${post.id}`, drafts_count: 0 })
}

function wrong(given: Form, call: Call): SimulatedReply | null {
  const { sr, kind, title, text, url } = given
  if (call.user.standing === 'untrusted') return notWritten(['BAD_CAPTCHA', 'Care to try these again?', 'captcha'])
  if (sr === '') return notWritten(['SUBREDDIT_REQUIRED', 'Please choose a community to post to', 'sr'])
  if (!/^[\w-]{2,24}$/.test(sr)) return notWritten(['BAD_SR_NAME', "that name isn't going to work", 'sr'])
  if (kind === 'video' || kind === 'videogif')
    return notWritten(['NO_VIDEOS', "This community doesn't allow videos", 'sr'])
  if (kind !== 'self' && kind !== 'link' && kind !== 'image')
    return notWritten(['INVALID_OPTION', 'that option is not valid', 'kind'])
  if (title.trim() === '') return notWritten(['NO_TEXT', 'we need something here', 'title'])
  if (lengthOf(title) > maxTitle) return notWritten(['TOO_LONG', `this is too long (max: ${maxTitle})`, 'title'])
  if (lengthOf(text) > maxText) return notWritten(['TOO_LONG', `this is too long (max: ${maxText})`, 'text'])
  if (lengthOf(given.flair_text ?? '') > maxFlairText)
    return notWritten(['TOO_LONG', `this is too long (max: ${maxFlairText})`, 'flair_text'])
  return (
    wrongAddress(kind, url, call) ?? refusedBy(sr, { kind, url, flair: flairOf(given) }, call) ?? repeated(given, call)
  )
}

function wrongAddress(kind: Post['kind'], url: string, { world, user }: Call): SimulatedReply | null {
  if (kind === 'self') return null
  if (url === '') return notWritten(['NO_URL', 'a url is required', 'url'])
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return notWritten(['BAD_URL', 'you should check that url', 'url'])
  if (kind === 'image' && !storedAt(url, user, world))
    return notWritten(['BAD_URL', 'you should check that url', 'url'])
  return null
}

function repeated({ kind, sr, url, resubmit }: Form, { world }: Call): SimulatedReply | null {
  // The flag is reported to have no effect in communities that accept each link once (since 2023-07).
  const isOnce = takesLinksOnce(sr) || resubmit === 'false'
  const isThere = world.documents('links').get(linkKey(sr, url)) !== undefined
  return kind === 'link' && isOnce && isThere
    ? notWritten(['ALREADY_SUB', 'that link has already been submitted', 'url'])
    : null
}

const linkKey = (subreddit: string, url: string): string => `${subreddit.toLowerCase()} ${url}`

const flairOf = ({ flair_id, flair_text }: Form): string | null => flair_text ?? flair_id ?? null

function newPost(given: Form, { world, user }: Call): Post {
  const { sr: subreddit, title, text, url } = given
  // All other kinds were refused above.
  const kind = given.kind as Post['kind']
  const id = newId(world)
  const waits = kind === 'image' ? (world.meets('slow_processing', 'create') ? slowProcessing : processing) : 0
  return {
    id,
    author: user.id,
    subreddit,
    title: title.trim(),
    text: text.trim(),
    kind,
    url: kind === 'self' ? null : kind === 'image' ? `https://i.redd.it/${id}.png` : url,
    flair: flairOf(given),
    nsfw: given.nsfw === 'true',
    spoiler: given.spoiler === 'true',
    createdAt: world.now(),
    listedAt: world.now() + world.scaled(waits),
    score: 1,
    comments: 0,
    crossposts: 0,
  }
}

/** The visible text of a post is its title, followed by its text. */
function keep(post: Post, world: World): void {
  posts(world).put(post)
  listOf(world, 'submitted', post.author).put(post.id, null)
  if (post.kind === 'link' && post.url !== null) world.documents('links').put(linkKey(post.subreddit, post.url), null)
  world.publish({
    id: post.id,
    account_id: post.author,
    text: post.text === '' ? post.title : post.text,
    media_count: post.kind === 'image' ? 1 : 0,
    reply_to: null,
    url: addressOf(post, world),
    created_at: new Date(post.createdAt).toISOString(),
  })
}
