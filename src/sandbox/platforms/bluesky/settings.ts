import { z } from 'zod'
import { platformSettings } from '../../shared/settings.ts'

export const { settingsOf, changeSettings } = platformSettings({
  /** Whether requests, writes, logins and videos are counted and limited. */
  rateLimits: z.boolean().default(true),
  /** How long the AppView does not show a new post. */
  appViewLagSeconds: z.number().min(0).default(2),
  // The quota is not documented (sheet of 2026-11-21).
  dailyVideos: z.int().min(0).default(25),
  dailyVideoBytes: z.int().min(0).default(10_000_000_000),
})
