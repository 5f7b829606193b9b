import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

const postUrl = (id: string, author: Pick<Author, 'hosts' | 'pages'>): string => `${webOf(author)}/pin/${id}/`

export const published = (id: string, author: Pick<Author, 'hosts' | 'pages'>): PublishedPost => ({
  id,
  url: postUrl(id, author),
})

/** Where a person can see the account's Pins. */
export const profileUrl = (author: Author): string => `${webOf(author)}/${author.account.username ?? ''}`

/** Pinterest redirects people in these countries to local hosts (www.pinterest.com, 2026-11). */
const countries = [
  ...[
    'at',
    'be',
    'br',
    'ca',
    'ch',
    'cl',
    'co',
    'co.kr',
    'co.uk',
    'com.au',
    'com.mx',
    'cz',
    'de',
    'dk',
    'es',
    'fi',
    'fr',
  ],
  ...['gr', 'hu', 'id', 'ie', 'in', 'it', 'jp', 'kr', 'mx', 'nl', 'no', 'nz', 'ph', 'pl', 'pt', 'ro', 'ru', 'se', 'sk'],
  ...['tr', 'uk', 'za'],
]

const otherHosts = [
  'https://pinterest.com',
  ...countries.flatMap((one) => [`https://www.pinterest.${one}`, `https://${one}.pinterest.com`]),
]

/** An address may have words before the ID. It does not contain the account. */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a Pin',
    example: 'https://www.pinterest.com/pin/813744226420795884/',
    bases: [webOf(author), ...otherHosts],
    path: /^pin\/(?:[^/]*--)?(?<id>\d{1,32})\/?$/,
    published: ({ id = '' }) => published(id, author),
  })
