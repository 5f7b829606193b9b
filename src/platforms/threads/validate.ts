import type { Content, Finding } from '../../domain/content.ts'
import { linksIn } from '../../domain/links.ts'
import { mediaTypes } from '../../domain/media-types.ts'

/** In a post or an answer (developers.facebook.com, Threads API: Text attachments, 2026-07-02). */
const maxLinks = 5

/** In frames a second (developers.facebook.com, Threads API: Overview, 2026-09-11). */
const maxFrameRate = 60

export const validate = ({ text, media, comments }: Content, textPath: string): readonly Finding[] => [
  ...linkFindings(text, textPath),
  ...comments.flatMap((comment, index) => linkFindings(comment, `comments_under_post.${index}`)),
  ...media.flatMap(({ facts }, index) =>
    mediaTypes[facts.contentType] === 'video' ? frameRateFindings(facts.frameRate, `media.${index}`) : [],
  ),
]

function linkFindings(text: string, path: string): Finding[] {
  const actual = new Set(linksIn(text).map(({ start, end }) => plain(text.slice(start, end)))).size
  const message = `Threads accepts at most five different links in a post; this one has ${actual}.`
  return actual > maxLinks ? [{ path, code: 'too_many_links', message, limit: maxLinks, actual }] : []
}

/** How Threads compares links is not known: links to the same place count as one. */
const plain = (link: string): string =>
  link
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')

function frameRateFindings(frameRate: number | null, path: string): Finding[] {
  // A measured rate may differ slightly from a whole number.
  const actual = Math.round(frameRate ?? 0)
  const message = `Threads accepts a video of at most ${maxFrameRate} frames a second.`
  return actual > maxFrameRate ? [{ path, code: 'frame_rate_too_high', message, limit: maxFrameRate, actual }] : []
}
