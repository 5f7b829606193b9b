import { fieldsOf, notThere, ok, page as pageOf, pick, refuse } from '../../shared/graph.ts'
import type { FaultOperation, SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { pathOfVideo } from './add.ts'
import { shownComment } from './comments.ts'
import { changePost, removePost, shownPost } from './feed.ts'
import type { PageCall } from './gate.ts'
import { progress, statusOf } from './processing.ts'
import { comments, pages, photos, posts, type Video, videos } from './store.ts'
import { postOfVideo } from './videos.ts'

/** The subject of a read of an object: the progress of a video, its numbers, or whether it exists. */
export function operationOfRead({ params, query }: SimulatedRequest, world: World): FaultOperation {
  const fields = fieldsOf(query.get('fields') ?? '')
  if (fields.has('reactions') || fields.has('shares')) return 'metrics'
  if (fields.has('followers_count') || fields.has('fan_count')) return 'metrics'
  return videos(world).get(params.id ?? '') ? 'status' : 'read'
}

/** GET /:id */
export function readObject({ request, parameters, page, world }: PageCall): SimulatedReply {
  const { id = '' } = request.params
  const all = objectOf(id, page.id, world)
  if (!all) return notThere(id, world)
  const fields = fieldsOf(parameters.fields ?? 'id')
  const unknown = [...fields.keys()].find((name) => !(name in all))
  if (unknown !== undefined)
    return refuse({ message: `(#100) Tried accessing nonexisting field (${unknown})`, code: 100 }, world)
  return ok(pick(all, fields))
}

function objectOf(id: string, own: string, world: World) {
  const page = pages(world).get(id === 'me' ? own : id)
  if (page?.id === own) {
    const { name, username, followers } = page
    return { id: page.id, name, username, followers_count: followers, fan_count: followers }
  }
  const post = posts(world).get(id)
  if (post?.page === own) return shownPost(post, world)
  const video = videos(world).get(id)
  if (video?.page === own) return shownVideo(progress(video, world), world)
  const photo = photos(world).get(id)
  if (photo?.page === own) return { id, alt_text_custom: photo.altText, page_story_id: photo.shownBy ?? undefined }
  const comment = comments(world).get(id)
  return comment && shownComment(comment, own, world)
}

function shownVideo(video: Video, world: World) {
  const post = postOfVideo(video, world)
  const isOut = post !== undefined && video.state === 'ready'
  return {
    id: video.id,
    title: video.title === '' ? undefined : video.title,
    description: video.description,
    created_time: new Date(video.createdAt).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    status: statusOf(video),
    published: isOut,
    post_id: isOut ? post.id.split('_').at(-1) : undefined,
    permalink_url: isOut ? pathOfVideo(video) : undefined,
    comments: { data: [] },
  }
}

/** POST /:id */
export function changeObject(call: PageCall): SimulatedReply {
  const { id = '' } = call.request.params
  const comment = comments(call.world).get(id)
  if (!comment) return changePost(call, id)
  comments(call.world).put({ ...comment, hidden: call.parameters.is_hidden === 'true' })
  return ok({ success: true })
}

/** DELETE /:id */
export function removeObject(call: PageCall): SimulatedReply {
  const { id = '' } = call.request.params
  const comment = comments(call.world).get(id)
  if (!comment) return removePost(call, id)
  comments(call.world).remove(id)
  call.world.unpublish(id)
  return ok({ success: true })
}

/** GET /:page/published_posts, newest first, without hidden posts, stories and reels. */
export function publishedPosts(call: PageCall): SimulatedReply {
  const { parameters, page, world } = call
  const lags = world.meets('list_lag', 'read')
  const own = posts(world)
    .newest((one) => one.page === page.id && one.published && one.kind !== 'story' && !isReel(one.video, world))
    .slice(lags ? 1 : 0)
  const fields = fieldsOf(parameters.fields ?? 'created_time,message')
  return ok(pageOf(own, call, (post) => pick(shownPost(post, world), fields)))
}

const isReel = (video: string | null, world: World): boolean =>
  video !== null && videos(world).get(video)?.kind === 'reel'

/** GET /:page/video_reels */
export function reels(call: PageCall): SimulatedReply {
  const { parameters, page, world } = call
  const own = videos(world).newest((one) => one.page === page.id && one.kind === 'reel' && one.finishedAt !== null)
  const fields = fieldsOf(parameters.fields ?? 'description,updated_time')
  return ok(pageOf(own, call, (video) => pick(shownVideo(video, world), fields)))
}

/** GET /:video/thumbnails */
export function thumbnails({ request, page, world }: PageCall): SimulatedReply {
  const video = videos(world).get(request.params.id ?? '')
  if (!video || video.page !== page.id) return notThere(request.params.id ?? '', world)
  return ok({ data: video.thumbnails.map(({ id, preferred }) => ({ id, is_preferred: preferred })) })
}
