import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { KnownAccount } from '../shared/platform.ts'
import { options } from './options.ts'
import { levelsOf } from './privacy.ts'
import { maxPhotoTitle } from './texts.ts'

type TiktokOptions = ReturnType<typeof options.parse>

export const validate = (
  { postType, media, options: given }: Content,
  _textPath: string,
  account: KnownAccount | null,
): readonly Finding[] => {
  const asked = options.parse(given)
  return [...privacyFindings(asked, account), ...(postType === 'photo' ? photoFindings(asked, media.length) : [])]
}

const optionPath = (name: keyof TiktokOptions): string => `platform_options.tiktok.${name}`

/** TikTok requires that the creator chooses, so there is no default. */
function privacyFindings(
  { post_mode: mode, privacy_level: level }: TiktokOptions,
  account: KnownAccount | null,
): Finding[] {
  if (mode === 'MEDIA_UPLOAD' || level !== undefined) return []
  const allowed = levelsOf(account?.accountType ?? null)
  const message = `A direct post on TikTok requires \`privacy_level\`. This account can use ${allowed.join(', ')}.`
  return [{ path: optionPath('privacy_level'), code: 'privacy_level_required', message, allowed }]
}

function photoFindings({ source, title = '', photo_cover_index: cover = 0 }: TiktokOptions, photos: number): Finding[] {
  const findings: Finding[] = []
  if (source === 'FILE_UPLOAD')
    findings.push({
      path: optionPath('source'),
      code: 'source_not_taken',
      message: 'TikTok fetches photos itself. Leave `source` out, or set it to PULL_FROM_URL.',
      allowed: ['PULL_FROM_URL'],
    })
  if (title.length > maxPhotoTitle)
    findings.push({
      path: optionPath('title'),
      code: 'title_too_long',
      message: `TikTok accepts at most ${maxPhotoTitle} characters in the title of photos. This title has ${title.length}.`,
      limit: maxPhotoTitle,
      actual: title.length,
    })
  if (cover >= photos)
    findings.push({
      path: optionPath('photo_cover_index'),
      code: 'no_such_photo',
      message: `\`photo_cover_index\` counts from 0, and the post has ${photos} photos, so it can be at most ${photos - 1}.`,
      limit: photos - 1,
      actual: cover,
    })
  return findings
}

/** TikTok always fetches photos; it fetches a video only if the post asks for it. */
export const fetches = ({ postType, media, options: given }: Content): readonly StoredMedia[] =>
  postType === 'photo' || options.parse(given).source === 'PULL_FROM_URL' ? media : []
