import { crashPoint } from '../../system/crash-point.ts'
import type { UseCase } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { admitPost } from './admit-post.ts'
import { requestedPost } from './post-request.ts'
import { dependsOnOthers, storeAtOnce } from './store-at-once.ts'
import { storePost } from './store-post.ts'

export const createPost: UseCase<'createPost'> = async (call) => {
  const { database, caller, body, answer, wake } = call
  const profile = await postingProfile(database.read, caller, body.profile_id)
  const requested = requestedPost(body)
  const admitted = await admitPost(call, profile, requested)
  // A serializable transaction has conflicts with every other one that stores a post at the same time.
  const run = dependsOnOthers(call, requested, admitted) ? database.transaction : database.step
  const answered =
    (await storeAtOnce(call, requested, admitted)) ??
    (await run(async (tx) => answer(tx, await storePost(tx, call, requested, admitted))))
  crashPoint('accept.stored')
  wake()
  return answered
}
