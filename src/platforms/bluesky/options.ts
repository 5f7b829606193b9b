import { z } from 'zod'

const languages = z
  .array(
    z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'A language code such as en or pt-BR.'),
  )
  .max(3)

export const options = z.strictObject({
  languages: languages
    .optional()
    .meta({ description: 'Languages of the text, up to three codes such as en or pt-BR. Default: none.' }),
  langs: languages.optional().meta({ description: 'Another name for languages.' }),
})
