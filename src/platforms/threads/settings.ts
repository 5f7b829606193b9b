import { z } from 'zod'
import type { Setting } from '../shared/live.ts'

export const settings = {
  // Versions of Threads are counted apart from those of the Graph API; there has been one (threads_api samples, 2026-01).
  version: {
    meaning: 'Version of the Threads API to use',
    fallback: 'v1.0',
    form: z.string().regex(/^v\d{1,3}\.\d$/, 'must be like v1.0'),
    special: true,
  },
} as const satisfies Readonly<Record<string, Setting>>
