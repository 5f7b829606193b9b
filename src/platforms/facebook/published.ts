import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import { webOf } from '../shared/call.ts'
import type { Author } from '../shared/context.ts'
import { readPage } from '../shared/post-url.ts'

/** Facebook returns some URLs as a path only. */
export function addressOf(
  permalink: string | null | undefined,
  fallback: string,
  author: Pick<Author, 'hosts' | 'pages'>,
): string {
  const web = webOf(author)
  if (!permalink) return `${web}${fallback}`
  if (permalink.startsWith('/')) return `${web}${permalink}`
  return URL.canParse(permalink) ? permalink : `${web}${fallback}`
}

/** Facts about the post that a step made. `postId` is the Page's own post of a video, which has numbers of its own. */
export const published = ({
  id,
  url,
  postId,
}: {
  readonly id: string
  readonly url: string | null
  readonly postId: string | null
}): {
  readonly result: { readonly id: string; readonly postId: string | null }
  readonly published: PublishedPost
} => ({
  result: { id, postId },
  published: { id, url },
})

const otherHosts = ['facebook.com', 'm.facebook.com', 'web.facebook.com', 'mbasic.facebook.com']

/** Stands for a Page without a name. */
const unnamed = ['permalink.php', 'story.php', 'photo', 'photo.php', 'watch', 'reel', 'stories', 'share']

/** Names of a Page's things in its addresses; of the newer ones (`pfbid…`) nobody can tell the number. */
const id = String.raw`(?:pfbid\w{1,200}|\d{1,25})`

export function readPostUrl(url: string, author: Author): PublishedPost | Finding {
  const page = author.account.remoteId
  const queried = inQuery(url, author)
  if (queried) return queried
  return readPage(url, author, {
    what: 'a Facebook post',
    example: 'https://www.facebook.com/page/posts/122091234567890123',
    bases: [webOf(author), ...otherHosts.map((host) => `https://${host}`)],
    path: new RegExp(
      String.raw`^(?:(?:reel|watch)/(?<video>\d{1,25})|stories/(?<stories>[\w.-]+)(?:/(?<story>[\w=-]+))?|(?<whole>\d{1,25}_\d{1,25})|(?<name>[\w.-]{1,75})/(?<kind>posts|videos|photos|reels)/(?:[\w.%-]+/)*(?<id>${id}))/?$`,
    ),
    alsoNamed: [page],
    published: ({ video, stories, story, whole, kind, id: own = '' }) => {
      if (video !== undefined) return { id: video, url }
      if (stories !== undefined) return { id: story ?? stories, url }
      if (whole !== undefined) return { id: whole, url }
      return { id: kind === 'posts' && /^\d/.test(own) ? `${page}_${own}` : own, url }
    },
  })
}

/** URLs that name the post in the query. */
function inQuery(url: string, author: Author): PublishedPost | Finding | undefined {
  const parsed = URL.parse(url)
  const bases = [webOf(author), ...otherHosts.map((host) => `https://${host}`)]
  if (!parsed || !bases.some((base) => new URL(base).origin === parsed.origin)) return undefined
  const named = unnamed.find((name) => new RegExp(`/${name.replace('.', '\\.')}/?$`).test(parsed.pathname))
  const { searchParams } = parsed
  const found = searchParams.get('story_fbid') ?? searchParams.get('fbid') ?? searchParams.get('v')
  if (named === undefined || found === null || !new RegExp(`^${id}$`).test(found)) return undefined
  const owner = searchParams.get('id')
  if (owner !== null && owner !== author.account.remoteId)
    return {
      code: 'wrong_account',
      message: `This is a post of the Page ${owner}, but the job published as another Page.`,
    }
  const isPost = searchParams.has('story_fbid') && /^\d/.test(found)
  return { id: isPost ? `${author.account.remoteId}_${found}` : found, url }
}
