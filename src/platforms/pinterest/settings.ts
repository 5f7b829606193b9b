import { z } from 'zod'
import type { LiveContext, Setting } from '../shared/live.ts'

const second = z.string().regex(/^[0-3]$/, 'must be 0, 1, 2 or 3')

export const settings = {
  // Whole seconds, by OpenAPI 5.23.0. One client sends 0 in production; the very first frame is often black.
  cover_second: {
    meaning: 'Which second of a video is its cover on Pinterest where a post brings none: 0 to 3',
    fallback: '1',
    form: second,
  },
} as const satisfies Readonly<Record<string, Setting>>

const given = z.object({ cover_second: second.default(settings.cover_second.fallback).transform(Number) })

export const readSettings = ({ settings: texts }: Pick<LiveContext, 'settings'>) => given.parse(texts)
