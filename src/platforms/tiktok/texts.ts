import type { Content } from '../../domain/content.ts'
import { graphemesOf } from '../../domain/graphemes.ts'
import { options } from './options.ts'

/** In UTF-16 units (developers.tiktok.com, Photo Post, 2026-09-11). */
export const maxPhotoTitle = 90

interface Texts {
  readonly title: string
  /** Only for photos. */
  readonly description: string
}

/** For photos: a message that fits is the title. The start of a longer one is the title, and all of it the description. */
export function textsOf({ postType, text, options: given }: Content): Texts {
  const { title, description } = options.parse(given)
  if (postType !== 'photo') return { title: title ?? text, description: '' }
  const isTitle = title === undefined && text.length <= maxPhotoTitle
  return { title: title ?? startOf(text), description: description ?? (isTitle ? '' : text) }
}

/** As much of the first line as fits, cut between whole characters. */
function startOf(text: string): string {
  if (text.length <= maxPhotoTitle) return text
  const [line = ''] = text.trim().split('\n', 1)
  let start = ''
  for (const { segment } of graphemesOf(line)) {
    if (start.length + segment.length > maxPhotoTitle) break
    start += segment
  }
  return start.trimEnd()
}
