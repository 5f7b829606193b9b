import type { Json } from '../../../domain/outcome.ts'
import { second } from '../../../domain/time.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { publish } from './add.ts'
import { ok, okWithIds, refuse } from './answers.ts'
import type { Call } from './gate.ts'
import { settingsOf } from './settings.ts'
import { type Publication, posts, publications } from './store.ts'

/** How long creators need to publish a draft in their inbox. */
const finishing = 3 * second

/** POST /v2/post/publish/status/fetch/ */
export function status({ world, user, body }: Call): SimulatedReply {
  const publication = publications(world).get(typeof body.publish_id === 'string' ? body.publish_id : '')
  if (!publication) return refuse(400, 'invalid_publish_id', 'The publish_id does not exist.', world)
  if (publication.owner !== user.id)
    return refuse(
      400,
      'token_not_authorized_for_specified_publish_id',
      'The access token does not have authorization for this publish ID.',
      world,
    )
  return statusReply(finished(publication, world), world)
}

/** If creators publish their drafts, it happens here, when the status is read. */
function finished(publication: Publication, world: World): Publication {
  const { state, privacy, post, readyAt } = publication
  const isWaiting = state === 'taken' && privacy === null && post === null
  const isDue = world.now() >= readyAt + world.scaled(finishing)
  return isWaiting && isDue && settingsOf(world).creatorsFinish
    ? publish(publication, 'PUBLIC_TO_EVERYONE', world)
    : publication
}

function statusReply({ state, reason, readyAt, file, privacy, post: id }: Publication, world: World): SimulatedReply {
  const bytes: Record<string, Json> = file ? { uploaded_bytes: file.stored } : { downloaded_bytes: 4_096 }
  if (state === 'open' || world.now() < readyAt)
    return ok({ status: file ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes }, world)
  if (state === 'failed') return okWithIds({ status: 'FAILED', fail_reason: reason ?? 'internal', ...bytes }, [], world)
  if (privacy === null && id === null) return ok({ status: 'SEND_TO_USER_INBOX', ...bytes }, world)
  const post = posts(world).get(id ?? '')
  const isListed = post?.privacy === 'PUBLIC_TO_EVERYONE' && world.now() >= post.listedAt
  return okWithIds({ status: 'PUBLISH_COMPLETE', ...bytes }, isListed ? [post.id] : [], world)
}

/** POST /v2/post/publish/cancel/ */
export function cancel({ world, user, body }: Call): SimulatedReply {
  const publication = publications(world).get(typeof body.publish_id === 'string' ? body.publish_id : '')
  if (publication?.owner !== user.id) return refuse(400, 'invalid_publish_id', 'The publish_id does not exist.', world)
  if (publication.state !== 'open' || publication.file !== null)
    return refuse(400, 'publish_not_cancellable', 'The publish can not be cancelled.', world)
  publications(world).put({ ...publication, state: 'failed', reason: 'publish_cancelled' })
  return ok({}, world)
}
