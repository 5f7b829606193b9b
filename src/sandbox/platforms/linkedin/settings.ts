import { z } from 'zod'
import { MiB } from '../../../domain/bytes.ts'
import { appScopes, platformSettings } from '../../shared/settings.ts'

/** What nobody outside LinkedIn knows for sure, so a test can choose. */
export const { settingsOf, changeSettings } = platformSettings({
  ...appScopes,
  /** For how many minutes the same post is refused, on the caller's clock (ugc-post-api: 10). */
  duplicateMinutes: z.number().min(0).default(10),
  /** Whether who may only publish may look at what they have uploaded; reports differ. */
  membersSeeUploads: z.boolean().default(false),
  /** In bytes; 500 MB by the page of 2026-09, 200 MB or 5 GB by others. */
  maxVideo: z
    .number()
    .min(1)
    .default(500 * MiB),
  /** In bytes; LinkedIn's parts are of 4 MiB. */
  partBytes: z
    .number()
    .min(1)
    .default(4 * MiB),
  /** What post analytics of people call a post whose ID says ugcPost; clients say both. */
  analyticsKey: z.enum(['ugc', 'ugcPost']).default('ugc'),
  /** How often a comment is refused because the comments API does not know the post yet. */
  unknownAtFirst: z.int().min(0).default(0),
  /** The first and the last version that is served. */
  versions: z.tuple([z.string(), z.string()]).default(['202512', '202611']),
})
