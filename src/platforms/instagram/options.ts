import { z } from 'zod'

const sponsor = z.string().regex(/^@?[A-Za-z0-9._]{1,30}$/, 'A username or a numeric user ID.')

export const options = z.strictObject({
  post_type: z
    .enum(['feed', 'story', 'reel', 'carousel'])
    .optional()
    .meta({ description: 'Default: feed for one item, carousel for several.', 'x-default': null }),
  shareToFeed: z.boolean().optional().meta({
    description: 'False keeps a Reel in the Reels tab. Not to be sent with trialParams. Default: true.',
    'x-default': true,
  }),
  trialParams: z
    .strictObject({
      graduationStrategy: z.enum(['MANUAL', 'SS_PERFORMANCE']).meta({
        description: 'MANUAL: a person shares it with everyone; SS_PERFORMANCE: Instagram does when it performs well.',
      }),
    })
    .optional()
    .meta({ description: 'Publishes a Reel as a trial Reel.' }),
  isPaidPartnership: z
    .boolean()
    .optional()
    .meta({ description: 'Shows the paid partnership label; not on stories. Default: false.', 'x-default': false }),
  brandedContentSponsors: z
    .array(sponsor)
    .max(2)
    .optional()
    .meta({ description: 'Up to two usernames or numeric user IDs; they also turn the paid partnership label on.' }),
  cover_url: z
    .url()
    .max(2_000)
    .optional()
    .meta({ description: 'Cover image on the media host for a video; goes before thumbnail_url.' }),
})
