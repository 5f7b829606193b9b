import { z } from 'zod'
import type { LiveContext } from '../shared/context.ts'
import type { Setting } from '../shared/live.ts'

const second = z.string().regex(/^[0-3]$/, 'must be 0, 1, 2 or 3')

export const settings = {
  // Whole seconds (OpenAPI 5.23.0). One client sends 0 in production, but the first frame is often black.
  cover_second: {
    meaning: 'Second of a video, 0 to 3, whose frame is its cover on Pinterest if the post has no cover',
    fallback: '1',
    form: second,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ cover_second: second.default(settings.cover_second.fallback).transform(Number) })

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
