import { z } from 'zod'

export const options = z.strictObject({
  post_type: z
    .enum(['regular', 'shorts'])
    .optional()
    .meta({ description: 'shorts: a vertical video of up to 3 minutes. Default: regular.', 'x-default': 'regular' }),
  title: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^<>]*$/, 'A title must not contain < or >.')
    .optional()
    .meta({
      description: 'Default: the first line of the effective message, shortened to 100 characters.',
      'x-default': null,
    }),
  tags: z
    .array(z.string().min(1).max(100))
    .max(250)
    .optional()
    .meta({ description: 'Each up to 100 characters, 500 in total across the list, separators counted.' }),
  containsSyntheticMedia: z.boolean().optional().meta({
    description: 'Discloses realistic content that was altered or made by AI. Default: false.',
    'x-default': false,
  }),
  playlist_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{2,64}$/, 'The ID of a playlist.')
    .optional()
    .meta({ description: 'Existing playlist of the connected channel; checked before the upload.' }),
  privacy_status: z
    .enum(['public', 'unlisted', 'private'])
    .optional()
    .meta({ description: 'Default: public.', 'x-default': 'public' }),
  made_for_kids: z
    .boolean()
    .optional()
    .meta({ description: 'Declares that the video is made for children. Default: false.', 'x-default': false }),
})
