import type { Content, ContentMedia, Finding } from '../../domain/content.ts'
import { kindOf } from '../shared/planning.ts'
import { maxFrames, maxPixels } from './limits.ts'

/** LinkedIn's limits for an image that the rules cannot express. */
export const validate = ({ media }: Content): readonly Finding[] =>
  media.flatMap((item, index) => (kindOf(item) === 'video' ? [] : pictureFindings(item, `media.${index}`)))

function pictureFindings({ facts }: ContentMedia, path: string): readonly Finding[] {
  const { width, height, frames } = facts
  const findings: readonly (Finding & { readonly limit: number; readonly actual: number })[] = [
    {
      path,
      code: 'too_many_pixels',
      message: `LinkedIn accepts an image of fewer than ${maxPixels} pixels.`,
      limit: maxPixels - 1,
      actual: (width ?? 0) * (height ?? 0),
    },
    {
      path,
      code: 'too_many_frames',
      message: `LinkedIn accepts a GIF of at most ${maxFrames} frames.`,
      limit: maxFrames,
      actual: frames ?? 0,
    },
  ]
  return findings.filter(({ limit, actual }) => actual > limit)
}
