import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

/** Result and address of a published post. */
export const published = (
  id: string,
  url: string | null,
): { readonly result: { readonly id: string }; readonly published: PublishedPost } => ({
  result: { id },
  published: { id, url },
})

/** Where a person sees what the account has posted; answers have a page of their own. */
export const profilePages = (author: Author): readonly string[] => {
  const { username } = author.account
  const web = webOf(author)
  return username === null ? [web] : [`${web}/@${username}`, `${web}/@${username}/replies`]
}

/** Names that Threads has and had; they all lead to the same page (developers.facebook.com, 2026-08-12). */
const otherHosts = ['threads.com', 'www.threads.net', 'threads.net']

/** An address has the post's short name alone, from which its ID can't be told: that is looked up when it is needed. */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a Threads post',
    example: 'https://www.threads.com/@name/post/DCkkKl_OGb1',
    bases: [webOf(author), ...otherHosts.map((host) => `https://${host}`)],
    path: /^@(?<name>[\w.]{1,30})\/post\/(?<code>[\w-]{5,30})\/?$/,
    published: ({ name = '', code = '' }) => ({ id: code, url: `${webOf(author)}/@${name}/post/${code}` }),
  })
