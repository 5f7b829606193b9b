import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

/** In bytes. Every chunk except the last must be a multiple of this (developers.google.com, 2026-09-24). */
const granule = MiB / 4
const largestChunk = 256 * MiB

const chunkBytes = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of bytes')
  .refine((text) => Number(text) >= granule && Number(text) <= largestChunk && Number(text) % granule === 0, {
    error: `must be a multiple of ${granule}, and at most ${largestChunk}`,
  })

const categoryId = z.string().regex(/^\d{1,3}$/, 'must be the number of a YouTube category')

export const settings = {
  // Google recommends one chunk for the whole file; other clients send 8 MiB (post-for-me and Postiz, 2026-08). After a
  // broken connection one chunk is sent again.
  chunk_bytes: {
    meaning: 'Size in bytes of the chunks in which videos are uploaded to YouTube; a multiple of 262,144',
    fallback: String(8 * MiB),
    form: chunkBytes,
  },
  // The documentation requires a category only when a video is updated. 22 is People & Blogs.
  category_id: {
    meaning: 'YouTube’s number of the category that all videos get',
    fallback: '22',
    form: categoryId,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({
  chunk_bytes: chunkBytes.default(settings.chunk_bytes.fallback).transform(Number),
  category_id: categoryId.default(settings.category_id.fallback),
})

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
