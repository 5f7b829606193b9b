import type { Content, ContentMedia, Finding } from '../../domain/content.ts'
import { mediaTypes } from '../../domain/media-types.ts'

/** X's limits for a GIF and a video that the rules cannot express (docs.x.com, media best practices, 2026-08-22). */
const maxFrames = 350
const maxGifPixels = 300_000_000
const maxFrameRate = 60
/** In a post that a self-serve app sends (docs.x.com, changelog, 2026-08-22). */
const maxCashtags = 1

export const validate = ({ text, media, comments }: Content, textPath: string): readonly Finding[] => [
  ...cashtagFindings(text, textPath),
  ...comments.flatMap((comment, index) => cashtagFindings(comment, `comments_under_post.${index}`)),
  ...media.flatMap(({ facts }, index) => mediaFindings(facts, `media.${index}`)),
]

function cashtagFindings(text: string, path: string): Finding[] {
  const actual = cashtagsIn(text)
  const message = `X accepts at most one cashtag in a post that an app sends; this one has ${actual}.`
  return actual > maxCashtags ? [{ path, code: 'too_many_cashtags', message, limit: maxCashtags, actual }] : []
}

/** `$` and one to six letters, perhaps with a class of share behind a dot, standing alone. */
const cashtag = /(?<=^|\s)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|[\s!#%&'()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi

/** Counts each cashtag once: X does not say whether repeated ones count, and refuses the post itself if they do. */
const cashtagsIn = (text: string): number => new Set(text.match(cashtag)?.map((tag) => tag.toLowerCase())).size

function mediaFindings({ contentType, frames, width, height, frameRate }: ContentMedia['facts'], path: string) {
  const kind = mediaTypes[contentType]
  const pixels = (width ?? 0) * (height ?? 0) * (frames ?? 1)
  const findings: readonly (Finding & { readonly limit: number; readonly actual: number })[] = [
    {
      path,
      code: 'too_many_frames',
      message: `X accepts a GIF of at most ${maxFrames} frames.`,
      limit: maxFrames,
      actual: kind === 'gif' ? (frames ?? 0) : 0,
    },
    {
      path,
      code: 'too_many_pixels',
      message: 'X accepts a GIF of at most 300 million pixels, all frames together.',
      limit: maxGifPixels,
      actual: kind === 'gif' ? pixels : 0,
    },
    {
      path,
      code: 'frame_rate_too_high',
      message: `X accepts a video of at most ${maxFrameRate} frames a second.`,
      limit: maxFrameRate,
      // A measured rate may differ slightly from a whole number.
      actual: kind === 'video' ? Math.round(frameRate ?? 0) : 0,
    },
  ]
  return findings.filter(({ limit, actual }) => actual > limit)
}
