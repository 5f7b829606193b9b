import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import { defineAction } from '../shared/action.ts'
import type { StepContext } from '../shared/context.ts'
import { jpegInput, type Picture } from './plan.ts'

/** Of any image, covers too (developers.facebook.com, Instagram Platform: IG User Media, 2026-09-11). */
const maxBytes = 8 * MiB

const made = z.object({ url: z.string() })

/** Instagram documents JPEG alone, and its own conversion fails on some sound PNGs (36001/2207084, 2026-09). */
export const jpeg = defineAction({
  kind: 'prepare',
  input: jpegInput,
  perform: async ({ media }, context) => {
    const url = await context.hostImage(await context.jpegOf(media, { maxBytes }))
    return { type: 'done', result: { url } }
  },
})

export const addressOf = (picture: Picture, { result }: Pick<StepContext, 'result'>): string =>
  'url' in picture ? picture.url : result(picture.step, made).url
