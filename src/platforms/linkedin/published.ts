import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author, LiveContext } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'
import { isPage } from './permissions.ts'

/** Result and URL of what a step published. */
export const published = (
  urn: string,
  author: Pick<Author, 'hosts' | 'pages'>,
): { readonly result: { readonly id: string }; readonly published: PublishedPost } => ({
  result: { id: urn },
  published: { id: urn, url: postUrl(urn, author) },
})

const postUrl = (urn: string, author: Pick<Author, 'hosts' | 'pages'>): string => `${webOf(author)}/feed/update/${urn}/`

export const pageUrl = (number: string, context: Pick<LiveContext, 'hosts' | 'pages'>): string =>
  `${webOf(context)}/company/${number}/`

/** The URL of an account's posts. If a person's name in URLs is unknown, it works only for that person. */
export function profileUrl(author: Author): string {
  const { remoteId, username } = author.account
  if (isPage(remoteId)) return `${pageUrl(remoteId.replace(/^.*:/, ''), author)}posts/`
  return `${webOf(author)}/in/${username ?? 'me'}/recent-activity/all/`
}

/** The URL of a post with its URN, or the one that LinkedIn shows in a browser. Neither contains the author. */
const path =
  /^(?:feed\/update\/urn(?::|%3A)li(?::|%3A)(?<type>share|ugcPost|activity)(?::|%3A)(?<id>\d{1,25})|posts\/[\w%.-]*[-_](?<shownType>share|ugcPost|activity)-(?<shownId>\d{1,25})(?:-[\w-]{1,10})?)\/?$/i

export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a LinkedIn post',
    example: 'https://www.linkedin.com/feed/update/urn:li:share:7391234567890123456/',
    bases: [webOf(author), 'https://linkedin.com'],
    path,
    published: ({ type, id, shownType = '', shownId = '' }) => {
      const urn = `urn:li:${type ?? shownType}:${id ?? shownId}`
      return { id: urn, url: postUrl(urn, author) }
    },
  })
