import type { Content, Finding, StoredMedia } from '../../domain/content.ts'
import type { KnownAccount } from '../shared/platform.ts'
import { options } from './options.ts'
import { levelsOf } from './privacy.ts'
import { maxPhotoTitle } from './texts.ts'

type Asked = ReturnType<typeof options.parse>

export const validate = (
  { postType, media, options: given }: Content,
  _textPath: string,
  account: KnownAccount | null,
): readonly Finding[] => {
  const asked = options.parse(given)
  return [...privacyFindings(asked, account), ...(postType === 'photo' ? photoFindings(asked, media.length) : [])]
}

const optionPath = (name: keyof Asked): string => `platform_options.tiktok.${name}`

/** TikTok wants the creator to choose, so that nothing is chosen here. */
function privacyFindings({ post_mode: mode, privacy_level: level }: Asked, account: KnownAccount | null): Finding[] {
  if (mode === 'MEDIA_UPLOAD' || level !== undefined) return []
  const allowed = levelsOf(account?.accountType ?? null)
  const message = `A direct post on TikTok needs \`privacy_level\`. This account may choose from ${allowed.join(', ')}.`
  return [{ path: optionPath('privacy_level'), code: 'privacy_level_required', message, allowed }]
}

function photoFindings({ source, title = '', photo_cover_index: cover = 0 }: Asked, photos: number): Finding[] {
  const findings: Finding[] = []
  if (source === 'FILE_UPLOAD')
    findings.push({
      path: optionPath('source'),
      code: 'source_not_taken',
      message: 'TikTok fetches photos itself: leave `source` out, or set it to PULL_FROM_URL.',
      allowed: ['PULL_FROM_URL'],
    })
  if (title.length > maxPhotoTitle)
    findings.push({
      path: optionPath('title'),
      code: 'title_too_long',
      message: `The title of photos has at most ${maxPhotoTitle} characters on TikTok; this one has ${title.length}.`,
      limit: maxPhotoTitle,
      actual: title.length,
    })
  if (cover >= photos)
    findings.push({
      path: optionPath('photo_cover_index'),
      code: 'no_such_photo',
      message: `\`photo_cover_index\` counts from 0, and the post has ${photos} photos.`,
      limit: photos - 1,
      actual: cover,
    })
  return findings
}

/** Photos always, a video where it was asked for. */
export const fetches = ({ postType, media, options: given }: Content): readonly StoredMedia[] =>
  postType === 'photo' || options.parse(given).source === 'PULL_FROM_URL' ? media : []
