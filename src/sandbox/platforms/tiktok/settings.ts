import { z } from 'zod'
import { hour, inSeconds } from '../../../domain/time.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** Whether creators post what comes into their inbox, some seconds later. */
  creatorsFinish: z.boolean().default(false),
  rateLimits: z.boolean().default(true),
  /** How long the address for the bytes is good for, in seconds. */
  uploadSeconds: z.int().min(1).default(inSeconds(hour)),
})
