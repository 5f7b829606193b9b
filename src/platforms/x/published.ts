import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

/** Result and address of a published post. */
export const published = (
  { id, text }: { readonly id: string; readonly text?: string | undefined },
  author: Author,
): { readonly result: { readonly id: string; readonly text: string | null }; readonly published: PublishedPost } => ({
  result: { id, text: text ?? null },
  published: { id, url: postUrl(id, author) },
})

/** Stands for any author. */
const anybody = 'i'

const postUrl = (id: string, author: Author, named?: string): string =>
  pageOf(id, author.account.username ?? named ?? null, author)

/** The URL of a post; X redirects to its author if no name is known. */
export const pageOf = (
  id: string,
  username: string | null,
  { hosts, pages }: Pick<Author, 'hosts' | 'pages'>,
): string => `${webOf({ hosts, pages })}/${username ?? anybody}/status/${id}`

/** X's older and newer host names; they all lead to the same page. */
const olderHosts = ['www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com']

export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'an X post',
    example: 'https://x.com/name/status/1991234567890123456',
    bases: [webOf(author), ...olderHosts.map((host) => `https://${host}`)],
    path: /^(?<name>\w{1,15})(\/web)?\/status\/(?<id>\d{1,19})(\/(photo|video)\/\d)?\/?$/,
    alsoNamed: [anybody],
    published: ({ id = '', name }) => ({ id, url: postUrl(id, author, name) }),
  })
