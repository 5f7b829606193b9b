import type { Content, Finding, PostWarning, StoredMedia } from '../../domain/content.ts'
import { isPublicUrl } from '../../outbound/guard.ts'
import type { KnownAccount, Platform } from '../../platforms/shared/platform.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import type { Services } from '../context.ts'

export interface CheckedFetches {
  /** Without the covers that the platform could not download. */
  readonly content: Content
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
}

/** Checks that a platform can download the files that it downloads itself from the media host. */
export function checkFetched(
  { accounts }: Pick<Services, 'accounts'>,
  platform: Platform,
  account: AccountRow,
  content: Content,
): CheckedFetches {
  const fetched = platform.fetches?.(content, knownAccount(account)) ?? []
  const out = fetched.filter(({ url }) => !isPublicUrl(url))
  if (out.length === 0 || fetchesInside(accounts, platform, account)) return { content, findings: [], warnings: [] }
  const isOut = (file: StoredMedia | null) => file !== null && out.some((one) => one.file === file.file)
  const isCovered = content.media.some(({ thumbnail }) => isOut(thumbnail))
  return {
    content: {
      ...content,
      media: content.media.map((item) => (isOut(item.thumbnail) ? { ...item, thumbnail: null } : item)),
    },
    findings: content.media.flatMap((item, at) => (isOut(item) ? [notPublic(platform, item, `media.${at}`)] : [])),
    warnings: isCovered ? [withoutCover(platform)] : [],
  }
}

export const knownAccount = (row: AccountRow): KnownAccount => ({
  remoteId: row.remote_id,
  username: row.username,
  eligible: row.eligible === 1,
  accountType: row.account_type,
  pageId: row.page_id,
  boardId: row.board_id,
})

/** A platform with a private address, such as a simulated one, can reach other private addresses. */
const fetchesInside = (accounts: Services['accounts'], platform: Platform, { environment }: AccountRow): boolean =>
  environment === 'sandbox' ||
  Object.values(accounts.hostsOf(platform, environment).hosts).some((host) => !isPublicUrl(host))

const settings = ['POLYPOST_PUBLIC_URL', 'POLYPOST_MEDIA_URL']

const notPublic = ({ title }: Platform, { url }: StoredMedia, path: string): Finding => ({
  path,
  code: 'media_not_public',
  message: `${title} downloads this file from the media host of this instance, ${new URL(url).origin}, which cannot be reached from the internet. The operator must set ${settings.join(' or ')} to a public URL.`,
  settings,
})

const withoutCover = ({ title }: Platform): PostWarning => ({
  platform: null,
  code: 'thumbnail_skipped',
  severity: 'warning',
  message: `The video is published without its cover on ${title}: ${title} would have to download the cover, and the media host of this instance cannot be reached from the internet.`,
})
