import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { unlessUnusable } from '../shared/unusable-file.ts'
import { jpegInput, type Picture } from './plan.ts'

/** The largest image, also for covers (developers.facebook.com, Instagram Platform: IG User Media, 2026-09-11). */
const maxBytes = 8 * MiB

/** Null for a cover whose file cannot be used: the video is published without it. */
const made = z.object({ url: z.string().nullable() })

/** Instagram documents only JPEG, and its own conversion fails for some valid PNGs (36001/2207084, 2026-09). */
export const jpeg = defineAction({
  kind: 'prepare',
  input: jpegInput,
  perform: async ({ media, isCover }, context) => {
    const converting = context.jpegOf(media, { maxBytes })
    const image = isCover ? await unlessUnusable(converting) : await converting
    return { type: 'done', result: { url: image && (await context.hostImage(image)) } }
  },
})

/** Null only for a cover. */
export const addressOf = (picture: Picture, { result }: Pick<StepContext, 'result'>): string | null =>
  'url' in picture ? picture.url : result(picture.step, made).url
