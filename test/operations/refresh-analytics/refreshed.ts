import { publish } from '../../harness/measured.ts'
import type { Newcomer, PublishingInstance } from '../../harness/publishing.ts'

/** Real time: no automatic reads happen during a test. */
export const scale = 1

export const refresh = ({ ask }: Pick<Newcomer, 'ask'>, postId: number) =>
  ask('POST', '/analytics/refresh', { body: { post_id: postId } })

/** A user who has published one post on X and on Bluesky. */
export async function publishOnBoth(bench: PublishingInstance) {
  const who = await bench.newcomer('x')
  await bench.simulated.connect(who.ask, 'bluesky', who.name)
  const { id, jobs } = await publish(bench, who, { platforms: ['x', 'bluesky'] })
  const [x, bluesky] = jobs
  if (!x?.platform_post_id || !bluesky?.platform_post_id) throw new Error('A post is not published.')
  return { who, id, x: { ...x, postId: x.platform_post_id }, bluesky: { ...bluesky, postId: bluesky.platform_post_id } }
}
