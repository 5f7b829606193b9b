import type { Transaction } from '../../store/engine/database.ts'
import { crashPoint } from '../../system/crash-point.ts'
import type { UseCase } from '../context.ts'
import { postingProfile } from '../destinations.ts'
import { admitPost } from './admit-post.ts'
import { requestedPost } from './post-request.ts'
import { dependsOnOthers, reserveEarly, storeAtOnce } from './store-at-once.ts'
import { storePost } from './store-post.ts'

export const createPost: UseCase<'createPost'> = async (call) => {
  const { database, caller, body, answer, wake } = call
  const requested = requestedPost(body)
  const ids = reserveEarly(call, requested)
  const profile = await postingProfile(database.read, caller, body.profile_id)
  const admitted = await admitPost(call, profile, requested)
  const store = async (tx: Transaction) => answer(tx, await storePost(tx, call, requested, admitted))
  const answered =
    (await storeAtOnce(call, requested, admitted, ids)) ??
    (await (dependsOnOthers(call, requested, admitted) ? database.ofUser(caller.userId, store) : database.step(store)))
  crashPoint('accept.stored')
  wake()
  return answered
}
