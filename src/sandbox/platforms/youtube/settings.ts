import { z } from 'zod'
import { day, inSeconds } from '../../../domain/time.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

/** What a project is granted, and what nobody outside YouTube knows for sure, so a test can choose. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** A project begins with 100 (quota page, 2026-06-01); this one was granted more. */
  uploadsPerDay: z.int().min(0).default(100_000),
  /** In units; a project begins with 10,000. */
  unitsPerDay: z.int().min(0).default(10_000_000),
  /** A video that is in the playlist already is `refused` by what clients see, and `added` again by what others report. */
  repeatedEntries: z.enum(['refused', 'added']).default('refused'),
  /** How long a session is good for, in seconds; of Google's APIs in general about a week. */
  sessionSeconds: z
    .int()
    .min(1)
    .default(inSeconds(7 * day)),
})
