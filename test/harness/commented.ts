import assert from 'node:assert/strict'
import { longFilm } from '../media/fixtures.ts'
import { eventually } from './eventually.ts'
import { upload } from './posts.ts'
import type { Newcomer, PlatformName, PublishingInstance } from './publishing.ts'
import { png } from './small-media.ts'

export interface CommentedPost {
  readonly who: Newcomer
  readonly postId: number
  /** By platform: the job, and the URL of its post. */
  readonly on: (platform: PlatformName) => { readonly jobId: number; readonly remoteId: string }
  /** Another person comments on the post of this platform, or on a comment. Returns the comment's ID. */
  readonly comment: (platform: PlatformName, message: string, under?: string, author?: string) => Promise<string>
}

/** A user with a published post on each of these platforms. */
export async function publishCommented(
  bench: PublishingInstance,
  platforms: readonly PlatformName[],
  more: object = {},
): Promise<CommentedPost> {
  const [first, ...others] = platforms
  assert.ok(first)
  const who = await bench.newcomer(first)
  for (const other of others) await bench.simulated.connect(who.ask, other, who.name)
  const { id, jobIds } = await who.post({
    message: `Of ${who.name}.`,
    platforms,
    ...(await mediaFor(who, platforms)),
    ...more,
  })
  const places = new Map<string, { jobId: number; remoteId: string }>()
  for (const [at, platform] of platforms.entries()) {
    const jobId = jobIds[at] ?? 0
    const job = await bench.until('it is published', jobId, ({ status }) => status === 'completed')
    places.set(platform, { jobId, remoteId: job.platform_post_id ?? '' })
  }
  const on = (platform: PlatformName) => places.get(platform) ?? assert.fail(`nothing on ${platform}`)
  return {
    who,
    postId: id,
    on,
    comment: (platform, message, under = on(platform).remoteId, author = 'ben') =>
      bench.simulated.comment(platform, under, { author, message }),
  }
}

/** A video works on all platforms; a post without one only on some. */
async function mediaFor(who: Newcomer, platforms: readonly PlatformName[]): Promise<object> {
  if (platforms.includes('youtube')) return { media: [{ url: (await upload(who, longFilm(), 'video/mp4')).publicUrl }] }
  return platforms.includes('instagram') ? { media: [{ url: (await upload(who, png, 'image/png')).publicUrl }] } : {}
}

export const listOf = async (
  { who, postId }: Pick<CommentedPost, 'who' | 'postId'>,
  query: Readonly<Record<string, string | number>> = {},
) => {
  const parameters = new URLSearchParams({ post_id: String(postId) })
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
  return who.ask('GET', `/comments?${parameters}`)
}

/** The visible comments of the account under a post, without those of others. */
export const repliesOf = async ({ who }: CommentedPost, message: string) =>
  (await who.published()).filter(({ text, reply_to }) => reply_to !== null && text === message)

export const resolved = (bench: PublishingInstance, message: string) =>
  eventually('it is resolved', async () => {
    const rows = await bench.rows.db.selectFrom('replies').selectAll().where('message', '=', message).execute()
    return rows.every(({ status }) => status !== 'begun') && { rows }
  })
