import { z } from 'zod'
import { hour, inSeconds } from '../../../domain/time.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** Whether creators publish the drafts in their inbox after some seconds. */
  creatorsFinish: z.boolean().default(false),
  /** Whether files can be downloaded over https only, as from the real TikTok. Instances of the sandbox have no https. */
  onlyHttps: z.boolean().default(false),
  rateLimits: z.boolean().default(true),
  /** How long an upload URL is valid, in seconds. */
  uploadSeconds: z.int().min(1).default(inSeconds(hour)),
})
