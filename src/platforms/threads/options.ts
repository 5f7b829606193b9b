import { z } from 'zod'

export const options = z.strictObject({
  post_type: z.enum(['text', 'image', 'video', 'carousel']).optional().meta({
    description: 'Default: text without media, image or video for one item, carousel for several.',
    'x-default': null,
  }),
})
