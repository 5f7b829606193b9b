import { z } from 'zod'
import { webAddress } from '../shared/schemas.ts'

export const options = z.strictObject({
  boardId: z
    .string()
    .regex(/^\d{1,32}$/, 'The numeric ID of a board.')
    .optional()
    .meta({
      description: 'Required if no board is saved with the connection. Default: the saved board.',
      'x-default': null,
    }),
  title: z.string().min(1).max(100).optional().meta({ description: 'Title of the Pin. Default: none.' }),
  link: webAddress.optional().meta({ description: 'Page that the Pin leads to. Default: none.' }),
})
