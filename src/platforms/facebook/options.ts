import { z } from 'zod'
import { webAddress } from '../shared/schemas.ts'

export const options = z.strictObject({
  post_type: z.enum(['feed', 'story', 'reel']).optional().meta({ description: 'Default: feed.', 'x-default': 'feed' }),
  link: webAddress.optional().meta({ description: 'Page to preview below a feed post without media.' }),
})
