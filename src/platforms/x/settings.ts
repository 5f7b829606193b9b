import { z } from 'zod'
import { MiB } from '../../domain/bytes.ts'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const fieldNames = z.enum(['tweet', 'post'], { error: 'must be tweet or post' })

/** In bytes. No file needs more than the largest (16 GiB in 1,000 chunks are 17.2 MB each). */
export const smallestChunk = MiB / 16
const largestChunk = 32 * MiB

const chunkBytes = z
  .string()
  .regex(/^\d{1,8}$/, 'must be a whole number of bytes')
  .refine((text) => Number(text) >= smallestChunk && Number(text) <= largestChunk, {
    error: `must be from ${smallestChunk} to ${largestChunk}`,
  })

export const settings = {
  // X renamed its fields in OpenAPI 2.167 (2026-08-22), yet its guides and clients of the same weeks send the old names.
  field_names: {
    meaning:
      'Name of the fields in requests to X: `tweet` for `tweet.fields`, `post` for the newer `post.fields`; responses are read in both forms',
    fallback: 'tweet',
    form: fieldNames,
  },
  // docs.x.com and clients send 1 MiB; 5 MiB was answered with 413 (field report of 2026-05).
  chunk_bytes: {
    meaning:
      'Size in bytes of the chunks in which media is uploaded to X; larger if a file would have more than 1,000 chunks',
    fallback: String(MiB),
    form: chunkBytes,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({
  field_names: fieldNames.default(settings.field_names.fallback),
  chunk_bytes: chunkBytes.default(settings.chunk_bytes.fallback).transform(Number),
})

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
