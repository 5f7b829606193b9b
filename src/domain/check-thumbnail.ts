import { inside, type Label, shownSize } from './check-file.ts'
import { warning } from './check-text.ts'
import type { PostWarning, StoredMedia } from './content.ts'
import type { ThumbnailRule } from './post-rules.ts'
import { aspectWords, number, sizeLimit, typeList, typeName } from './rule-words.ts'

/** The cover of an item, if the platform accepts it. A cover that it does not accept never stops a post. */
export function chooseThumbnail(
  rule: ThumbnailRule | undefined,
  thumbnail: StoredMedia | 'not_hosted' | null,
  { who, name, many }: Label & { readonly many: string },
  media: readonly StoredMedia[],
): { thumbnail: StoredMedia | null; warnings: readonly PostWarning[] } {
  if (thumbnail === null) return { thumbnail, warnings: [] }
  if (rule === undefined) {
    const message = `${who} does not accept covers for ${many}, so the cover is left out.`
    return { thumbnail: null, warnings: [warning('thumbnail_unsupported', message)] }
  }
  const reason = whySkipped(rule, thumbnail, media)
  if (reason === undefined && thumbnail !== 'not_hosted') {
    const message = `${who} accepts the cover, but may show a frame of the video instead.`
    return { thumbnail, warnings: rule.mayNotShow ? [warning('thumbnail_may_not_show', message)] : [] }
  }
  const message = `${name} is published without its cover on ${who}: ${reason}.`
  return { thumbnail: null, warnings: [warning('thumbnail_skipped', message)] }
}

/** Why a cover is not accepted, as the rest of a sentence. */
function whySkipped(
  { types, maxBytes, minWidth, aspect, fromMedia }: ThumbnailRule,
  thumbnail: StoredMedia | 'not_hosted',
  media: readonly StoredMedia[],
): string | undefined {
  if (fromMedia && (thumbnail === 'not_hosted' || !media.some(({ url }) => url === thumbnail.url)))
    return 'it must be one of the images of the post'
  if (thumbnail === 'not_hosted') return 'it is not one of your uploads on the media host'
  const { facts } = thumbnail
  if (!types.includes(facts.contentType)) return `it is ${typeName(facts.contentType)}, and must be ${typeList(types)}`
  if (maxBytes !== undefined && facts.size > maxBytes)
    return `it has ${number(facts.size)} bytes, and the limit is ${sizeLimit(maxBytes)}`
  const size = shownSize(facts)
  if (size && minWidth !== undefined && size.width < minWidth)
    return `it is ${number(size.width)} pixels wide, and must be at least ${number(minWidth)}`
  if (size && aspect && !inside(size.width / size.height, aspect))
    return `it is ${number(size.width)} by ${number(size.height)} pixels, and must be ${aspectWords(aspect)}`
  return undefined
}
