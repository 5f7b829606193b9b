import { z } from 'zod'

export const options = z.strictObject({
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']).optional().meta({
    description: 'Who sees the post: everyone, the connections, or LinkedIn members. Default: PUBLIC.',
    'x-default': 'PUBLIC',
  }),
})
