import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

/** Result and address of a published post. */
export const published = (id: string, url: string | null) => ({ result: { id }, published: { id, url } })

/** The public page of the account. */
export const profileUrl = (author: Author): string => {
  const web = webOf(author)
  return author.account.username === null ? web : `${web}/${author.account.username}/`
}

/** The URL does not contain the ID that the API uses, but a short code, or for a story another number. */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'an Instagram post',
    example: 'https://www.instagram.com/p/DRk3xYzABCd/',
    bases: [webOf(author), 'https://instagram.com', 'https://m.instagram.com'],
    path: /^(?:stories\/(?<name>[\w.]{1,30})\/(?<story>\d{1,25})|(?:(?<owner>[\w.]{1,30})\/)?(?<kind>p|reel|reels|tv)\/(?<code>[\w-]{5,60}))\/?$/,
    published: ({ name, story, kind, code }) => {
      const web = webOf(author)
      if (story !== undefined) return { id: story, url: `${web}/stories/${name}/${story}/` }
      return { id: code ?? '', url: `${web}/${kind === 'reels' ? 'reel' : kind}/${code}/` }
    },
  })
