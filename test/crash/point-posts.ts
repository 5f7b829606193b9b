import type { Client } from '../harness/client.ts'
import { upload } from '../harness/posts.ts'
import { film, noise, picture } from '../media/fixtures.ts'
import type { PostKind } from './point-list.ts'

/** A post as it is asked for. */
export interface Asked {
  readonly message: string
  readonly platforms: readonly string[]
  readonly media: readonly { readonly storageKey: string; readonly alt_text: string }[]
  readonly comments_under_post: readonly string[]
}

export type MakePost = (name: string, kind: PostKind, platforms: readonly string[]) => Asked

/** So large that it goes to X in three pieces. */
const gifSide = 360

/** Faults that the simulated platforms meet by the text; see src/sandbox/text-faults.ts. */
const faults: Partial<Record<PostKind, string>> = {
  lost: ' [[sandbox:timeout_after]]',
  limited: ' [[sandbox:rate_limit]]',
  expired: ' [[sandbox:token_expired]]',
}

/** Uploads a file of each kind, for all posts. */
export async function preparePosts(ask: Client): Promise<MakePost> {
  const files = {
    image: (await upload({ ask }, await picture().png().toBuffer(), 'image/png')).storageKey,
    gif: (await upload({ ask }, await noise(gifSide, gifSide).gif().toBuffer(), 'image/gif')).storageKey,
    video: (await upload({ ask }, film('plain.mp4'), 'video/mp4')).storageKey,
  }
  return (name, kind, platforms) => ({
    message: `${name}${faults[kind] ?? ''}`,
    platforms,
    media:
      kind === 'image' || kind === 'gif' || kind === 'video'
        ? [{ storageKey: files[kind], alt_text: 'What one sees' }]
        : [],
    comments_under_post: [`${name}, first`, `${name}, second`],
  })
}
