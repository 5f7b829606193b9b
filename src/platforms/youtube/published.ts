import type { Finding } from '../../domain/content.ts'
import type { Json, PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'
import type { UploadedVideo } from './wire.ts'

/** The result of a step that created a video. */
export const published = (
  { id, privacyStatus }: UploadedVideo,
  postType: string,
  author: Author,
): { readonly result: Json; readonly published: PublishedPost } => ({
  result: { id, privacyStatus },
  published: { id, url: postType === 'shorts' ? shortUrl(id, author) : videoUrl(id, author) },
})

const videoUrl = (id: string, author: Pick<Author, 'hosts' | 'pages'>): string => `${webOf(author)}/watch?v=${id}`

const shortUrl = (id: string, author: Author): string => `${webOf(author)}/shorts/${id}`

export const commentUrl = (videoId: string, commentId: string, author: Pick<Author, 'hosts' | 'pages'>): string =>
  `${videoUrl(videoId, author)}&lc=${commentId}`

/** Where the owner of a channel sees all its videos, including private ones. */
export const studioPages = (author: Author): readonly string[] => [
  `${webOf(author)}/channel/${author.account.remoteId}/videos`,
]

const otherHosts = ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'music.youtube.com']

/** The address of a video does not contain its channel. */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(withIdInPath(url), author, {
    what: 'a YouTube video',
    example: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    bases: [webOf(author), ...otherHosts.map((host) => `https://${host}`)],
    path: /^(watch|live|embed|(?<short>shorts))\/(?<id>[\w-]{11})\/?$/,
    published: ({ id = '', short }) => ({ id, url: short ? shortUrl(id, author) : videoUrl(id, author) }),
  })

/** The usual address has the ID in its query, and the short one (youtu.be) has its own host: both get the ID in the path. */
function withIdInPath(url: string): string {
  const read = URL.parse(url)
  if (read?.origin === 'https://youtu.be') return `https://www.youtube.com/watch${read.pathname}`
  const id = read?.searchParams.get('v')
  return read && id && read.pathname.endsWith('/watch') ? `${read.origin}${read.pathname}/${id}` : url
}
