import type { Finding } from '../../domain/content.ts'
import type { PublishedPost } from '../../domain/outcome.ts'
import type { Author } from './context.ts'

/** The public pages of posts. */
interface Pages {
  /** As in "the URL of an X post". */
  readonly what: string
  readonly example: string
  /** The beginnings of the URLs, without a slash at the end. */
  readonly bases: readonly string[]
  /** The rest, without the slash before it; the group `name` is the author's user name, if it is part of the URL. */
  readonly path: RegExp
  /** Names that a URL may contain instead of the author's user name. */
  readonly alsoNamed?: readonly string[]
  readonly published: (parts: Readonly<Record<string, string>>) => PublishedPost
}

/** The post that a URL names, or why it cannot be a post of the account. Parameters added by sharing are ignored. */
export function readPage(url: string, { account }: Author, pages: Pages): PublishedPost | Finding {
  const parts = partsOf(url, pages)
  if (!parts) return { code: 'wrong_url', message: `Must be the URL of ${pages.what}, like ${pages.example}.` }
  const { name } = parts
  const own = account.username?.replace(/^@/, '')
  const isOwn = own === undefined || name?.toLowerCase() === own.toLowerCase()
  if (name === undefined || isOwn || pages.alsoNamed?.includes(name)) return pages.published(parts)
  return { code: 'wrong_account', message: `This is a post of @${name}, but the job published as @${own}.` }
}

function partsOf(url: string, { bases, path }: Pages): Readonly<Record<string, string>> | undefined {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: '' }
  const base = bases
    .map((one) => new URL(`${one}/`))
    .find((one) => one.origin === origin && pathname.startsWith(one.pathname))
  return base && path.exec(pathname.slice(base.pathname.length))?.groups
}
