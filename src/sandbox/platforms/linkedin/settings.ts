import { z } from 'zod'
import { MiB } from '../../../domain/bytes.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

/** Behaviour that is not documented. Tests can choose it. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** How many minutes an equal post is refused, on the caller's clock (ugc-post-api: 10). */
  duplicateMinutes: z.number().min(0).default(10),
  /** Whether people who may only publish may read their own uploads; reports differ. */
  membersSeeUploads: z.boolean().default(false),
  /** In bytes; 500 MB by the page of 2026-09, 200 MB or 5 GB by others. */
  maxVideo: z
    .number()
    .min(1)
    .default(500 * MiB),
  /** In bytes; LinkedIn's parts have 4 MiB. */
  partBytes: z
    .number()
    .min(1)
    .default(4 * MiB),
  /** The name that member post analytics use for a post whose ID contains ugcPost; clients use both. */
  analyticsKey: z.enum(['ugc', 'ugcPost']).default('ugc'),
  /** How often a comment is refused because the comments API does not know the post yet. */
  unknownAtFirst: z.int().min(0).default(0),
  /** The first and the last supported version. */
  versions: z.tuple([z.string(), z.string()]).default(['202512', '202611']),
})
