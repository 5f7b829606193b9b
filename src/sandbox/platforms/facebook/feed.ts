import { z } from 'zod'
import { fieldsOf, jsonOf, notThere, ok, pick, refuse, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { addPost, edit, ledgerId, permalinkOf, show } from './add.ts'
import type { PageCall } from './gate.ts'
import { comments, type Photo, type Post, pages, photos, posts, settingsOf } from './store.ts'

const attachedMedia = z.array(z.object({ media_fbid: z.string() }))

/** POST /:page/feed. All checks run before anything is stored. */
export function addToFeed({ parameters, page, world }: PageCall): SimulatedReply {
  const { message = '', link = null } = parameters
  const attached = attachedIn(parameters)
  if (attached === null) return wrongParameter('param attached_media must be an array.', world)
  const found = attached.flatMap((id) => photos(world).get(id) ?? []).filter((one) => one.page === page.id)
  const refusal =
    wrongContent(message, link, attached, found, world) ?? duplicateOf({ message, link, found }, page.id, world)
  if (refusal) return refusal
  const isRequested = parameters.published !== 'false'
  const published = isRequested || (settingsOf(world).hiddenGoesLive && (link !== null || found.length > 0))
  const post = addPost(world, { page, kind: 'feed', message, link, photos: found, video: null, published })
  return ok(pick(shownPost(post, world), fieldsOf(parameters.fields ?? 'id')))
}

/** As JSON text, or as keys that contain a number. */
function attachedIn(parameters: PageCall['parameters']): string[] | null {
  const single = Object.entries(parameters).filter(([name]) => /^attached_media\[\d+\]$/.test(name))
  const value =
    single.length > 0 ? single.map(([, text]) => jsonOf(text) ?? null) : (jsonOf(parameters.attached_media) ?? null)
  if (parameters.attached_media === undefined && single.length === 0) return []
  return attachedMedia.safeParse(value).data?.map(({ media_fbid: id }) => id) ?? null
}

const longest = 63_206

function wrongContent(
  message: string,
  link: string | null,
  attached: readonly string[],
  found: readonly Photo[],
  world: World,
): SimulatedReply | null {
  if (message.trim() === '' && link === null && attached.length === 0)
    return refuse({ message: '(#100) Missing message or attachment', code: 100 }, world)
  if ([...message].length > longest) return wrongParameter('message is too long', world)
  if (link !== null && !/^https?:\/\//.test(link))
    return refuse({ message: '(#1500) The url you supplied is invalid', code: 1500, subcode: 2_061_006 }, world)
  if (link !== null && /^https?:\/\/([\w-]+\.)?facebook\.com\//.test(link))
    return refuse({ message: 'You cannot share this link.', code: 1_609_008 }, world)
  if (found.length < attached.length || new Set(attached).size < attached.length)
    return wrongParameter('Invalid media_fbid in attached_media', world)
  return null
}

/** Equal posts cannot follow each other, and a photo belongs to one post. */
function duplicateOf(
  { message, link, found }: { message: string; link: string | null; found: readonly Photo[] },
  page: string,
  world: World,
): SimulatedReply | null {
  if (found.some(({ shownBy }) => shownBy !== null))
    return refuse({ message: 'These photos were already posted.', code: 100, subcode: 1_366_051 }, world)
  const [last] = posts(world).newest((one) => one.page === page && one.kind === 'feed' && one.published)
  const same = last && found.length === 0 && last.photos.length === 0 && last.message === message && last.link === link
  return same ? duplicate(world) : null
}

export const duplicate = (world: World): SimulatedReply =>
  refuse(
    {
      message: '(#506) Duplicate status message',
      code: 506,
      subcode: 1_455_006,
      title: 'Duplicate Status Update',
      explanation: 'This status update is identical to the last one you posted.',
    },
    world,
  )

/** POST /:post: publishes a hidden post, or changes its text. */
export function changePost({ parameters, page, world }: PageCall, id: string): SimulatedReply {
  const post = posts(world).get(id)
  if (!post || post.page !== page.id) return notThere(id, world)
  const edited = edit(world, post, parameters.message ?? post.message)
  if (parameters.is_published === 'true' && !edited.published) show(world, edited)
  return ok({ success: true })
}

/** DELETE /:post */
export function removePost({ page, world }: PageCall, id: string): SimulatedReply {
  const post = posts(world).get(id)
  if (!post || post.page !== page.id) return notThere(id, world)
  posts(world).remove(id)
  world.unpublish(ledgerId(post))
  return ok({ success: true })
}

/** The fields of a post that can be requested. */
export function shownPost(post: Post, world: World) {
  const under = comments(world).newest((one) => one.under === post.id || one.under === post.video)
  const reactions = post.metrics.reactions ?? 0
  const shares = post.metrics.shares ?? 0
  return {
    id: post.id,
    message: post.message === '' ? undefined : post.message,
    created_time: new Date(post.createdAt).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    permalink_url: permalinkOf(post, world),
    is_published: post.published,
    attachments: attachmentsOf(post, world),
    from: { id: post.page, name: pages(world).get(post.page)?.name ?? '' },
    link: post.link ?? undefined,
    full_picture: pictureOf(post, world),
    picture: pictureOf(post, world),
    shares: shares === 0 ? undefined : { count: shares },
    reactions: { data: [], summary: { total_count: reactions, viewer_reaction: 'NONE' } },
    comments: { data: [], summary: { order: 'ranked', total_count: under.length, can_comment: true } },
    url: post.kind === 'story' ? permalinkOf(post, world) : undefined,
  }
}

const pictureOf = ({ photos: [first] }: Post, world: World) =>
  first === undefined ? undefined : `${world.address('web')}/photo/${first}.jpg`

function attachmentsOf({ photos: own, link }: Post, world: World) {
  const [first] = own
  if (first === undefined && link === null) return undefined
  if (first === undefined && link !== null) {
    const shim = `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}`
    return { data: [{ media_type: 'link', target: { url: shim }, url: shim, unshimmed_url: link }] }
  }
  const shown = own.map((id) => ({
    media_type: 'photo',
    target: { id },
    url: `${world.page('web')}/photo/?fbid=${id}`,
  }))
  if (shown.length === 1) return { data: shown }
  return { data: [{ media_type: 'album', target: { id: `${first}0` }, subattachments: { data: shown } }] }
}
