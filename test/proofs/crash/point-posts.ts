import { MiB } from '../../../src/domain/bytes.ts'
import type { Client } from '../../harness/client.ts'
import { upload } from '../../harness/posts.ts'
import { largeFilm, picture } from '../../media/fixtures.ts'
import { neededBy, optionsFor, takesComments } from '../../platforms/needs.ts'
import type { PostKind } from '../../platforms/shared/points.ts'

/** The request for a post. */
export interface PostRequest {
  readonly message: string
  readonly platforms: readonly string[]
  readonly media: readonly { readonly storageKey: string; readonly alt_text: string }[]
  readonly comments_under_post: readonly string[]
  readonly platform_options?: object
}

export type MakePost = (name: string, kind: PostKind, platforms: readonly string[]) => PostRequest

/** Large enough that it is sent to X in three segments: a GIF with a comment, which nobody sees. */
async function largeGif(): Promise<Buffer> {
  const gif = await picture().gif().toBuffer()
  const comment = Buffer.alloc(2.5 * MiB, Buffer.alloc(256, 255))
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe]), comment, Buffer.from([0, 0x3b])])
}

/** Faults of the simulated platforms in the text; see src/sandbox/server/text-faults.ts. */
const faults: Partial<Record<PostKind, string>> = {
  lost: ' [[sandbox:timeout_after]]',
  limited: ' [[sandbox:rate_limit]]',
  expired: ' [[sandbox:token_expired]]',
}

/** Uploads a file of each kind, for all posts. */
export async function preparePosts(ask: Client): Promise<MakePost> {
  const files = {
    image: (await upload({ ask }, await picture().png().toBuffer(), 'image/png')).storageKey,
    gif: (await upload({ ask }, await largeGif(), 'image/gif')).storageKey,
    video: (await upload({ ask }, largeFilm(), 'video/mp4')).storageKey,
  }
  return (name, kind, platforms) => {
    const options = optionsFor(platforms)
    const shown = kind === 'image' || kind === 'gif' || kind === 'video' ? kind : neededBy(platforms)
    return {
      message: `${name}${faults[kind] ?? ''}`,
      platforms,
      media: shown ? [{ storageKey: files[shown], alt_text: 'What one sees' }] : [],
      comments_under_post: platforms.every(takesComments) ? [`${name}, first`, `${name}, second`] : [],
      ...(options && { platform_options: options }),
    }
  }
}
