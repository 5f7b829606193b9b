import { z } from 'zod'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const fieldNames = z.enum(['tweet', 'post'], { error: 'must be tweet or post' })

export const settings = {
  // X renamed its fields in OpenAPI 2.167 (2026-08-22), yet its guides and clients of the same weeks send the old names.
  field_names: {
    meaning:
      'Name of the fields in requests to X: `tweet` for `tweet.fields`, `post` for the newer `post.fields`; responses are read in both forms',
    fallback: 'tweet',
    form: fieldNames,
    special: true,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ field_names: fieldNames.default(settings.field_names.fallback) })

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
