import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import { defineAction } from '../shared/action.ts'
import { jpegInput, maxSides } from './plan.ts'

/** In bytes, for a photo (developers.tiktok.com, 2026-09-11). */
const maxBytes = 20 * MiB

/** Result of the step. */
export const hosted = z.object({ url: z.string() })

/** Stores a smaller JPEG of a photo on the media host, where TikTok fetches it. */
export const jpeg = defineAction({
  kind: 'prepare',
  input: jpegInput,
  perform: async ({ media }, context) => {
    const url = await context.hostImage(await context.jpegOf(media, { maxBytes, maxSides }))
    return { type: 'done', result: { url } }
  },
})
