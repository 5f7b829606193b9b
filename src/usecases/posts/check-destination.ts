import type { Eligibility } from '../../accounts/ask-eligible.ts'
import { PublicError } from '../../contract/errors.ts'
import { checkContent } from '../../domain/check-content.ts'
import type { Content, Finding, PostWarning } from '../../domain/content.ts'
import { mediaTypes } from '../../domain/media-types.ts'
import type { RequestedMedia } from '../../domain/requested-post.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { Services } from '../context.ts'
import { type Destination, reconnectMessage } from '../destinations.ts'
import { checkFetched, knownAccount } from './check-fetched.ts'
import type { FoundItem, FoundMedia } from './post-media.ts'
import type { PostRequest } from './post-request.ts'

type Preview = ReturnType<typeof checkContent>['preview']

export interface DestinationCheck {
  /** The content that the job would publish; null if there are findings. */
  readonly content: Content | null
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
  readonly preview: Preview & { readonly platform: string }
}

/** The options of a platform, and their key in the request. */
export interface GivenOptions {
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
}

export function optionsFor({ name, aliases }: Platform, { options }: Pick<PostRequest, 'options'>): GivenOptions {
  const key = [name, ...aliases].find((one) => options?.[one] !== undefined) ?? name
  return { key, values: options?.[key] ?? {} }
}

/** Removes the shared options: they are already applied to the text and the media. */
const applied = ['message', 'thumbnail_url', 'cover_url'] as const

/** The cover from the options of the platform. */
export function coverOption({ key, values }: GivenOptions): { url: string; path: string } | null {
  const field = (['cover_url', 'thumbnail_url'] as const).find((name) => typeof values[name] === 'string')
  return field === undefined ? null : { url: String(values[field]), path: `platform_options.${key}.${field}` }
}

/** Checks what would be published on one platform by its rules. */
export async function checkDestination(
  { platform, named, path, account }: Destination,
  requested: PostRequest,
  media: FoundMedia,
  { accounts, askEligible }: Pick<Services, 'accounts'> & { readonly askEligible: () => Promise<Eligibility> },
): Promise<DestinationCheck> {
  const given = optionsFor(platform, requested)
  const own = typeof given.values.message === 'string' ? given.values.message : null
  const textPath = own === null ? 'message' : `platform_options.${given.key}.message`
  const covered = applyCover(media, coverOption(given))
  const check = (eligible: boolean) =>
    checkContent(platform, {
      postType: typeof given.values.post_type === 'string' ? given.values.post_type : null,
      text: own ?? requested.message,
      textPath,
      media: covered.items.map(requestedMedia),
      comments: requested.comments,
      options: Object.keys(given.values),
      eligible,
    })

  let checked = check(false)
  const findings: Finding[] = [...covered.findings]
  if (checked.needsEligible) {
    // If the account cannot be used, only the limits for all accounts are checked: another finding reports the account.
    const eligibility = account?.status === 'connected' ? await askEligible() : null
    if (eligibility?.type === 'reconnect')
      findings.push({ path, code: 'reconnect_required', message: reconnectMessage(platform) })
    // An earlier response is better than none.
    if (eligibility?.type === 'unknown' && account?.eligible !== 1)
      throw limitsUnknown(platform, named, eligibility.message)
    if (eligibility?.type !== 'known' || eligibility.eligible) checked = check(true)
  }
  const options = Object.fromEntries(
    Object.entries(given.values).filter(([name]) => !applied.some((one) => one === name)),
  )
  const whole = checked.content && { ...checked.content, options }
  const known = account && knownAccount(account)
  const fetched = whole && account ? checkFetched({ accounts }, platform, account, whole) : null
  const content = fetched?.content ?? whole
  // If an item is unknown, nothing can be checked about the whole set.
  const certain = media.complete ? checked.findings : checked.findings.filter(({ path: at }) => at === textPath)
  const ofPlatform = content && media.complete ? (platform.validate?.(content, textPath, known) ?? []) : []
  findings.push(...certain, ...ofPlatform, ...(fetched?.findings ?? []))
  return {
    content: findings.length === 0 && media.complete ? content : null,
    findings: findings.map((finding) => ({ ...finding, ...ownPath(finding, platform, given.key), platform: named })),
    warnings: [...covered.warnings, ...checked.warnings, ...(fetched?.warnings ?? [])].map((warning) => ({
      ...warning,
      platform: named,
    })),
    preview: { ...checked.preview, platform: named },
  }
}

const limitsUnknown = ({ title }: Platform, platform: string, reason: string): PublicError =>
  new PublicError(
    'platform_error',
    `${title} did not report whether this account has higher limits than the standard ones: ${reason} Try again in a moment.`,
    { details: [{ platform, code: 'platform_error', message: reason }] },
  )

/** Renames the options in paths, because the caller may have used an alias of the platform. */
const ownPath = ({ path }: Finding, { name }: Platform, key: string): { path?: string } =>
  path?.startsWith(`platform_options.${name}.`)
    ? { path: `platform_options.${key}${path.slice(`platform_options.${name}`.length)}` }
    : {}

const requestedMedia = ({ media, altText, thumbnail }: FoundItem): RequestedMedia => ({ ...media, altText, thumbnail })

/** The cover of the options belongs to the video, or to the first item if there is no video. */
function applyCover(
  { items, coverOf }: FoundMedia,
  option: { url: string; path: string } | null,
): { items: readonly FoundItem[]; findings: readonly Finding[]; warnings: readonly PostWarning[] } {
  if (option === null) return { items, findings: [], warnings: [] }
  const { cover, findings } = coverOf(option.url, option.path)
  const videoAt = items.findIndex(({ media }) => mediaTypes[media.facts.contentType] === 'video')
  const at = Math.max(0, videoAt)
  const warnings =
    items.length > 0
      ? []
      : [
          {
            platform: null,
            code: 'thumbnail_unsupported' as const,
            severity: 'warning' as const,
            message: 'The post has no video for this cover, so the cover is left out.',
          },
        ]
  return {
    items: items.map((item, index) => (index === at ? { ...item, thumbnail: cover } : item)),
    findings,
    warnings,
  }
}
