import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

interface Made {
  readonly id: string
  readonly url: string
}

/** The result of a step that created a post or a comment. */
export const published = ({
  id,
  url,
}: Made): { readonly result: { readonly id: string }; readonly published: PublishedPost } => ({
  result: { id },
  published: { id, url },
})

/** Lists contain only the path of a post; `url` is the target of a link post. */
export const listed = (
  { id, permalink }: { readonly id: string; readonly permalink: string },
  author: Pick<Author, 'hosts' | 'pages'>,
): Made => ({ id, url: webOf(author) + permalink })

/** Where a person can see the account's posts, newest first. */
export const profilePages = (author: Author): readonly string[] => {
  const { username } = author.account
  const web = webOf(author)
  return [username === null ? web : `${web}/user/${username}/submitted/`]
}

const otherHosts = ['https://reddit.com', 'https://old.reddit.com', 'https://new.reddit.com', 'https://sh.reddit.com']

/** Public pages are `/r/COMMUNITY/comments/ID/WORDS/`; posts on a profile begin with `/user/NAME`. */
export const readPostUrl = (url: string, author: Author): PublishedPost | Finding =>
  readPage(url, author, {
    what: 'a Reddit post',
    example: 'https://www.reddit.com/r/community/comments/16xb01r/title/',
    bases: [webOf(author), ...otherHosts],
    path: /^(?:(?<owner>r\/[\w-]{2,24}|u(?:ser)?\/(?<name>[\w-]{3,20}))\/)?comments\/(?<id>[a-z0-9]{1,13})(?:\/[^/]*)?\/?$/,
    published: ({ owner, id = '' }) => ({
      id,
      url: [webOf(author), ...(owner === undefined ? [] : [owner]), 'comments', id, ''].join('/'),
    }),
  })
