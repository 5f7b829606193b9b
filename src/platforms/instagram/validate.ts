import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import { kindOf } from '../shared/planning.ts'
import type { KnownAccount } from '../shared/platform.ts'
import { options } from './options.ts'

/** Instagram's own limits of a caption (developers.facebook.com, IG User Media, 2026-09-11). */
const maxHashtags = 30
const maxMentions = 20

export const validate = (
  { postType, text, media, options: given }: Content,
  textPath: string,
  account: KnownAccount | null,
): readonly Finding[] => {
  const asked = options.parse(given)
  const isReel = postType === 'reel'
  const isFeedVideo = postType === 'feed' && media.some((item) => kindOf(item) === 'video')
  return [
    ...captionFindings(text, textPath),
    ...sharingFindings(asked, isReel, isFeedVideo),
    ...partnershipFindings(asked, postType, account),
  ]
}

type InstagramOptions = ReturnType<typeof options.parse>

const optionPath = (name: keyof InstagramOptions): string => `platform_options.instagram.${name}`

function captionFindings(text: string, path: string): Finding[] {
  const limits = [
    { code: 'too_many_hashtags', what: 'hashtags', limit: maxHashtags, actual: countOf(text, /#[\p{L}\p{N}_]+/gu) },
    { code: 'too_many_mentions', what: 'mentions', limit: maxMentions, actual: countOf(text, /(?<![\w@])@[\w.]+/g) },
  ] as const
  return limits.flatMap(({ code, what, limit, actual }) =>
    actual > limit
      ? [{ path, code, message: `Instagram accepts at most ${limit} ${what}; this text has ${actual}.`, limit, actual }]
      : [],
  )
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

function sharingFindings(
  { shareToFeed, trialParams }: InstagramOptions,
  isReel: boolean,
  isFeedVideo: boolean,
): Finding[] {
  const findings: Finding[] = []
  const found = (name: keyof InstagramOptions, code: FindingCode, message: string) =>
    findings.push({ path: optionPath(name), code, message })
  const asReel = isFeedVideo ? ' A single video of the feed is shared to it: choose `post_type` `reel`.' : ''
  if (shareToFeed !== undefined && trialParams !== undefined)
    found('shareToFeed', 'share_to_feed_of_trial', 'A trial Reel takes no shareToFeed: leave it out.')
  else if (shareToFeed === false && !isReel)
    found('shareToFeed', 'only_for_reels', `shareToFeed can be false for a Reel only.${asReel}`)
  if (trialParams !== undefined && !isReel)
    found('trialParams', 'only_for_reels', `trialParams are for a Reel only.${asReel}`)
  return findings
}

function partnershipFindings(
  { isPaidPartnership, brandedContentSponsors }: InstagramOptions,
  postType: string,
  account: KnownAccount | null,
): Finding[] {
  const asked = [
    ...(isPaidPartnership ? (['isPaidPartnership'] as const) : []),
    ...(brandedContentSponsors?.length ? (['brandedContentSponsors'] as const) : []),
  ]
  return asked.flatMap((name) => {
    const found = (code: FindingCode, message: string): Finding => ({ path: optionPath(name), code, message })
    return [
      ...(postType === 'story' ? [found('not_for_stories', `${name} does not work with stories.`)] : []),
      ...(account !== null && account.pageId === null
        ? [
            found(
              'facebook_login_required',
              `${name} needs an account that is connected by Facebook Login. Connect it again with POST /connect and \`login\` \`facebook\`.`,
            ),
          ]
        : []),
    ]
  })
}

/** Instagram always downloads images and covers. With Facebook Login, the bytes of videos are sent. */
export const fetches = ({ media }: Content, { pageId }: KnownAccount): readonly StoredMedia[] =>
  media.flatMap((item) => [
    ...(kindOf(item) === 'image' || pageId === null ? [item] : []),
    ...(item.thumbnail ? [item.thumbnail] : []),
  ])
