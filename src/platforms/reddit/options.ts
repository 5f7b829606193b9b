import { z } from 'zod'
import { webAddress } from '../shared/schemas.ts'

const subreddit = z.string().regex(/^[A-Za-z0-9_-]{2,24}$/, 'The name of a subreddit, without r/.')

export const options = z.strictObject({
  subreddit: subreddit
    .optional()
    .meta({ description: 'The community to post to, without r/. This or subredditName is required.' }),
  subredditName: subreddit.optional().meta({ description: 'Another name for subreddit.' }),
  title: z.string().min(1).max(300).optional().meta({
    description: 'Default: the first line of the effective message, at most 300 characters.',
    'x-default': null,
  }),
  url: webAddress.optional().meta({ description: 'Makes the post a link to this page, without media.' }),
  flair_id: z.string().min(1).max(36).optional().meta({ description: "ID of one of the subreddit's post flairs." }),
  flair_text: z.string().min(1).max(64).optional().meta({ description: 'Text of the flair, if it can be edited.' }),
  nsfw: z
    .boolean()
    .optional()
    .meta({ description: 'Marks the post as not safe for work. Default: false.', 'x-default': false }),
  spoiler: z
    .boolean()
    .optional()
    .meta({ description: 'Marks the post as a spoiler. Default: false.', 'x-default': false }),
})
