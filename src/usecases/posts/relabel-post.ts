import { sameNames } from '../../domain/folded.ts'
import { markPostRelabelled } from '../../store/posts/posts.ts'
import type { Call } from '../context.ts'
import { keepLabels } from '../labels/keep-labels.ts'
import { checkRevision, lockOwnPost, ownPost } from './own-post.ts'
import { readPost } from './read-posts.ts'

/** An edit of nothing but labels. */
export const isOnlyLabels = ({ expected_revision: _, labels, ...rest }: Call<'updatePost'>['body']): boolean =>
  labels !== undefined && Object.keys(rest).length === 0

/** Nothing of what is published changes, so it needs no checks and is possible at any time. */
export const relabelPost = ({ database, media, clock, caller, params, body, answer }: Call<'updatePost'>) =>
  database.ofUser(caller.userId, async (tx) => {
    const now = clock.now()
    const post = await lockOwnPost(tx, caller, params.id)
    checkRevision(post, body.expected_revision, now)
    const { labels: names = post.labels } = body
    if (!sameNames(names, post.labels)) {
      await keepLabels(tx, caller, { of: 'post', id: post.id }, { names, now })
      await markPostRelabelled(tx, post, now)
    }
    const current = await ownPost(tx, caller, post.id)
    return answer(tx, { status: 'ok' as const, data: await readPost(tx, media, current, now) })
  })
