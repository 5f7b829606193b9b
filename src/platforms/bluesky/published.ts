import type { Finding } from '../../domain/content.ts'
import type { Json, PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'
import { collection, type Reference } from './wire.ts'

/** The result of a step that created a record. */
export const published = (
  { uri, cid }: Reference,
  author: Author,
): { readonly result: Json; readonly published: PublishedPost } => ({
  result: { uri, cid },
  published: { id: uri, url: postUrl(keyOf(uri), author) },
})

const keyOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)

/** By the DID, which stays the same if the account changes its handle. */
export const postUrl = (key: string, author: Author): string =>
  `${profileUrl(author.account.remoteId, author)}/post/${key}`

/** The address of any account's post. */
export const pageOf = (uri: string, did: string, author: Pick<Author, 'hosts' | 'pages'>): string =>
  `${profileUrl(did, author)}/post/${keyOf(uri)}`

/** By DID or handle. */
export const profileUrl = (name: string, author: Pick<Author, 'hosts' | 'pages'>): string =>
  `${webOf(author)}/profile/${name}`

export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a Bluesky post',
    example: 'https://bsky.app/profile/alice.bsky.social/post/3m66j5tqkzk2a',
    bases: [webOf(author)],
    path: /^profile\/(?<name>[\w.:-]{1,253})\/post\/(?<key>[a-z2-7]{13})\/?$/,
    alsoNamed: [author.account.remoteId],
    published: ({ key = '' }) => ({
      id: `at://${author.account.remoteId}/${collection}/${key}`,
      url: postUrl(key, author),
    }),
  })
