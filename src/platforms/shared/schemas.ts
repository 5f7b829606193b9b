import { z } from 'zod'

/** Maximum length of a URL in an option: Pinterest's limit for `link` (OpenAPI 5.23.0), the only one documented. */
const maxAddress = 2_048

/** A public page that a post links to. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(maxAddress)
