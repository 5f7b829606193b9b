import { newGraphId } from '../../shared/graph.ts'
import type { LedgerPost, World } from '../../shared/simulator.ts'
import { type Page, type Photo, type Post, photos, posts, settingsOf, type Video, videos } from './store.ts'

interface NewPost {
  readonly page: Page
  readonly kind: Post['kind']
  readonly message: string
  readonly link: string | null
  readonly photos: readonly Photo[]
  readonly video: Video | null
  readonly published: boolean
}

/** Creates a post that is not visible until it is published. */
export function addPost(world: World, wanted: NewPost): Post {
  const { page, kind, message, link, video, published } = wanted
  const post: Post = {
    id: kind === 'story' ? newGraphId(world, 16) : `${page.id}_${newGraphId(world, 16)}`,
    page: page.id,
    kind,
    message,
    link,
    photos: wanted.photos.map(({ id }) => id),
    video: video?.id ?? null,
    published,
    createdAt: world.now(),
    metrics: {},
  }
  posts(world).put(post)
  for (const photo of wanted.photos) photos(world).put({ ...photo, shownBy: post.id })
  if (published) show(world, post)
  return post
}

/** The ledger has it under the ID that the app knows. */
export const ledgerId = ({ id, kind, video }: Post): string => (kind === 'video' ? (video ?? id) : id)

/** Posts of an app in Development mode are visible only to people with a role in the app. */
export function show(world: World, post: Post): void {
  posts(world).put({ ...post, published: true })
  if (!settingsOf(world).developmentMode) world.publish(ledgerPost(post, world))
}

/** Changes the text of a post. */
export function edit(world: World, post: Post, message: string): Post {
  const edited = { ...post, message }
  posts(world).put(edited)
  if (post.published) world.change(ledgerPost(edited, world))
  return edited
}

const ledgerPost = (post: Post, world: World): LedgerPost => ({
  id: ledgerId(post),
  account_id: post.page,
  text: post.message,
  media_count: post.photos.length + (post.video === null ? 0 : 1),
  reply_to: null,
  url: permalinkOf(post, world),
  created_at: new Date(post.createdAt).toISOString(),
})

/** A video that is still being processed is not published. */
export function hide(world: World, post: Post): void {
  posts(world).put({ ...post, published: false })
  world.unpublish(ledgerId(post))
}

/** Where people see a video. Reads of the video and of its post tell the same. */
export const pathOfVideo = ({ id, kind, page }: Video): string =>
  kind === 'reel' ? `/reel/${id}/` : `/${page}/videos/${id}/`

export function permalinkOf({ id, kind, page, video }: Post, world: World): string {
  const web = world.page('web')
  if (kind === 'story') return `${web}/stories/${page}/${id}`
  const film = video === null ? undefined : videos(world).get(video)
  return `${web}${film ? pathOfVideo(film) : `/${page}/posts/${id.split('_')[1]}`}`
}
