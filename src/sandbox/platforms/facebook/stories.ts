import { day } from '../../../domain/time.ts'
import { graphTime, notThere, ok, page as pageOf, refuse } from '../../shared/graph.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { addPost, permalinkOf } from './add.ts'
import type { PageCall } from './gate.ts'
import { photos, posts } from './store.ts'

/** POST /:page/photo_stories */
export function addPhotoStory({ parameters, page, world }: PageCall): SimulatedReply {
  const photo = photos(world).get(parameters.photo_id ?? '')
  if (!photo || photo.page !== page.id) return notThere(parameters.photo_id ?? '', world)
  if (photo.shownBy !== null)
    return refuse(
      { message: '(#100) The photo was published already and can’t be a story.', code: 100, subcode: 1_366_051 },
      world,
    )
  const post = addPost(world, {
    page,
    kind: 'story',
    message: '',
    link: null,
    photos: [photo],
    video: null,
    published: true,
  })
  return ok({ success: true, post_id: post.id })
}

/** GET /:page/stories, newest first: only those of the last day, because no Page has its archive switched on. */
export function stories(call: PageCall): SimulatedReply {
  const { page, world } = call
  const since = world.now() - world.scaled(day)
  const lags = world.meets('list_lag', 'read')
  const own = posts(world)
    .newest((one) => one.page === page.id && one.kind === 'story' && one.createdAt >= since)
    .slice(lags ? 1 : 0)
  return ok(
    pageOf(own, call, (story) => ({
      post_id: story.id,
      status: 'PUBLISHED',
      creation_time: graphTime(story.createdAt),
      media_type: story.video === null ? 'photo' : 'video',
      media_id: story.video ?? story.photos[0] ?? '',
      url: permalinkOf(story, world),
    })),
  )
}
