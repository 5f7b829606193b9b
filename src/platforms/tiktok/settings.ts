import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

/**
 * TikTok allows 5 to 64 MB for a chunk and 128 MB for the last, and does not say whether a MB is 10^6 or 2^20 bytes
 * (developers.tiktok.com, Media Transfer Guide, 2026-09-11). These bounds are valid for both.
 */
const smallestChunk = 5 * MiB
const largestChunk = 64_000_000

const chunkBytes = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number of bytes')
  .refine((text) => Number(text) >= smallestChunk && Number(text) <= largestChunk, {
    error: `must be from ${smallestChunk} to ${largestChunk}`,
  })

export const settings = {
  // After a broken connection one chunk is sent again.
  chunk_bytes: {
    meaning: 'Size in bytes of the chunks in which videos of more than 64 MB are uploaded to TikTok',
    fallback: String(10 * MiB),
    form: chunkBytes,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ chunk_bytes: chunkBytes.default(settings.chunk_bytes.fallback).transform(Number) })

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
