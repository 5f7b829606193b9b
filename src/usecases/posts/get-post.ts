import { notFound } from '../../contract/errors.ts'
import type { UseCase } from '../context.ts'
import { ownPost } from './own-post.ts'
import { readPost } from './read-posts.ts'

export const getPost: UseCase<'getPost'> = async ({ database, media, clock, caller, params, query }) => {
  const post = await ownPost(database.read, caller, params.id)
  if (query.profile_id !== undefined && query.profile_id !== post.profile_id) throw notFound('post')
  return { status: 'ok', data: await readPost(database.read, media, post, clock.now()) }
}
