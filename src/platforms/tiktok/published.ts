import type { Finding } from '../../domain/content.ts'
import type { Json, PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

/** A post that TikTok has published. */
interface KnownPost {
  /** Null: TikTok returns none, for example because the post is not public. */
  readonly id: string | null
  readonly publishId: string
  readonly kind: 'video' | 'photo'
  readonly username: string | null
}

/** Without an ID the `publish_id` stands in for it. The two can't be confused: the ID of a post has only digits. */
export function published(
  { id, publishId, kind, username }: KnownPost,
  author: Pick<Author, 'hosts' | 'pages'>,
): { readonly result: Json; readonly published: PublishedPost } {
  const profile = username === null ? null : `${webOf(author)}/@${username}`
  const url = profile === null || id === null ? profile : `${profile}/${kind}/${id}`
  return { result: { publishId, id }, published: { id: id ?? publishId, url } }
}

export const isPostId = (id: string): boolean => /^\d+$/.test(id)

/** Where a person can see the account's posts. */
export const profilePages = (author: Author): readonly string[] => {
  const { username } = author.account
  const web = webOf(author)
  return [username === null ? web : `${web}/@${username}`]
}

const otherHosts = ['https://www.tiktok.com', 'https://tiktok.com', 'https://m.tiktok.com']

/** Public pages are `/@USERNAME/video/ID` and `/photo/ID` (developers.tiktok.com and observed, 2026-11-21). */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a TikTok post',
    example: 'https://www.tiktok.com/@handle/video/7436512345678901234',
    bases: [webOf(author), ...otherHosts],
    path: /^@(?<name>[\w.]{1,40})\/(?<kind>video|photo)\/(?<id>\d{5,30})\/?$/,
    published: ({ name, kind, id = '' }) => ({ id, url: `${webOf(author)}/@${name}/${kind}/${id}` }),
  })
