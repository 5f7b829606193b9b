import type { Finding, StoredMedia } from '../../domain/content.ts'
import type { PostMedia } from '../../store/posts/posts.ts'
import type { Services } from '../context.ts'
import { findNamedMedia, type MediaName, type NamedMedia } from '../media/named-media.ts'
import type { PostRequest } from './post-request.ts'

/** A requested cover. One that is not an upload of the caller is left out later, with a warning. */
export type Cover = StoredMedia | 'not_hosted'

export interface FoundItem {
  readonly media: StoredMedia
  readonly altText: string | null
  readonly thumbnail: Cover | null
}

/** The media of a post that were found. */
export interface FoundMedia {
  readonly findings: readonly Finding[]
  /** Without items that were not found. */
  readonly items: readonly FoundItem[]
  readonly complete: boolean
  /** As the post stores them. */
  readonly postMedia: readonly PostMedia[]
  /** Names of all files that the post needs. */
  readonly keys: readonly string[]
  readonly coverOf: (url: string, path: string) => { readonly cover: Cover; readonly findings: readonly Finding[] }
}

/** `covers` are the URLs in the options. */
export async function findPostMedia(
  services: Pick<Services, 'database' | 'media'>,
  userId: number,
  { media }: Pick<PostRequest, 'media'>,
  covers: readonly string[],
): Promise<FoundMedia> {
  const thumbnails = media.flatMap(({ thumbnailUrl }) => (thumbnailUrl === null ? [] : [thumbnailUrl]))
  const names: MediaName[] = [...media.map(({ name }) => name), ...[...thumbnails, ...covers].map((url) => ({ url }))]
  const find = await findNamedMedia(services, userId, names)
  const coverOf: FoundMedia['coverOf'] = (url, path) => {
    const found = find({ url })
    if (found.state === 'ready') return { cover: found.media, findings: [] }
    return found.state === 'awaited'
      ? { cover: found.media, findings: [notReady(path)] }
      : { cover: 'not_hosted', findings: [] }
  }

  const findings: Finding[] = []
  const items: FoundItem[] = []
  const postMedia: PostMedia[] = []
  for (const [at, { name, thumbnailUrl, altText }] of media.entries()) {
    const found = find(name)
    findings.push(...itemFindings(found, `media.${at}.${'url' in name ? 'url' : 'storageKey'}`))
    const thumbnail = thumbnailUrl === null ? null : coverOf(thumbnailUrl, `media.${at}.thumbnail_url`)
    findings.push(...(thumbnail?.findings ?? []))
    if (!('media' in found)) continue
    const text = altText === undefined ? found.altText : altText
    items.push({ media: found.media, altText: text, thumbnail: thumbnail?.cover ?? null })
    postMedia.push({ key: found.key, url: found.media.url, thumbnailUrl, altText: text })
  }
  const keys = names.map(find).flatMap((found) => ('key' in found ? [found.key] : []))
  return { findings, items, complete: items.length === media.length, postMedia, keys: [...new Set(keys)], coverOf }
}

function itemFindings(found: NamedMedia, path: string): Finding[] {
  switch (found.state) {
    case 'ready':
      return []
    case 'awaited':
      return [notReady(path)]
    case 'refused':
      return [{ path, code: found.code, message: found.message }]
    case 'not_hosted':
      return [
        {
          path,
          code: 'media_not_hosted',
          message:
            'This media is not one of your uploads. Upload the file with POST /upload, and send its publicUrl or storageKey.',
        },
      ]
  }
}

/** For media that are deleted before the transaction stores them. */
export const mediaRemoved: Finding = {
  path: 'media',
  code: 'media_not_hosted',
  message: 'Some of this media was deleted during the checks. Upload it again.',
}

const notReady = (path: string): Finding => ({
  path,
  code: 'media_not_ready',
  message:
    'The bytes of this upload have not arrived. PUT the file to the URL that POST /upload returned, then try again.',
})
