import { isDone } from '../shared/call.ts'
import type { ReadChoices } from '../shared/reads.ts'
import { refuseFor } from '../shared/scopes.ts'
import { refusal } from './errors.ts'
import { login } from './login.ts'
import { request } from './request.ts'
import { postsAnswer } from './wire.ts'

/** Reddit's own limit of posts in one request. */
const pageSize = 100

/**
 * The communities of the latest posts, and the account's own profile. The list of communities that the account has joined
 * needs the scope `mysubreddits`, and the flairs of a community `flair`; Polypost requests neither.
 */
export const readCommunities: ReadChoices = async (context) => {
  const lack = refuseFor('find', login.connect, { name: 'reddit', title: 'Reddit' }, context)
  if (lack) return lack
  const { username } = context.account
  if (username === null) return { type: 'read', value: [] }
  const answer = await request(context, {
    method: 'GET',
    path: `/user/${encodeURIComponent(username)}/submitted`,
    query: { sort: 'new', limit: String(pageSize) },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const communities = postsAnswer.parse(answer.json()).items.map(({ subreddit }) => subreddit)
  return {
    type: 'read',
    value: [...new Set([...communities, `u_${username}`])].map((value) => ({ value, name: null })),
  }
}
