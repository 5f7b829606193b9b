import { z } from 'zod'
import { day, inSeconds } from '../../../domain/time.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

/** The quotas of the project, and behaviour that is not documented. Tests can choose them. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** A new project has 100 (quota page, 2026-06-01); this project has more. */
  uploadsPerDay: z.int().min(0).default(100_000),
  /** In units; a new project has 10,000. */
  unitsPerDay: z.int().min(0).default(10_000_000),
  /**
   * Adding a video that is already in the playlist: clients see it `refused`, others report that it is `added` again.
   */
  repeatedEntries: z.enum(['refused', 'added']).default('refused'),
  /** How long an upload session is valid, in seconds; for Google's APIs in general about a week. */
  sessionSeconds: z
    .int()
    .min(1)
    .default(inSeconds(7 * day)),
})
