import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { LiveContext, Setting } from '../shared/live.ts'

/** In bytes: YouTube takes pieces of a multiple of this, all but the last (developers.google.com, 2026-09-24). */
const granule = MiB / 4
const largestChunk = 256 * MiB

const chunkBytes = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of bytes')
  .refine((text) => Number(text) >= granule && Number(text) <= largestChunk && Number(text) % granule === 0, {
    error: `must be a multiple of ${granule}, and at most ${largestChunk}`,
  })

const categoryId = z.string().regex(/^\d{1,3}$/, 'must be the number of a category')

export const settings = {
  // Google advises one piece for all; other clients send 8 MiB (post-for-me and Postiz, 2026-08). A piece is what is sent
  // again after a connection broke.
  chunk_bytes: {
    meaning: 'Size of the pieces in which videos go to YouTube; a multiple of 262,144',
    fallback: String(8 * MiB),
    form: chunkBytes,
  },
  // The documentation asks for a category only where a video is changed; 22 is People & Blogs.
  category_id: {
    meaning: 'Category of the videos, as YouTube numbers them',
    fallback: '22',
    form: categoryId,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({
  chunk_bytes: chunkBytes.default(settings.chunk_bytes.fallback).transform(Number),
  category_id: categoryId.default(settings.category_id.fallback),
})

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
