import { z } from 'zod'

/** Longest address that an option takes: Pinterest's limit for `link` (OpenAPI 5.23.0), the only one documented. */
const maxAddress = 2_048

/** A public page that a post points to. */
export const webAddress = z.url({ protocol: /^https?$/ }).max(maxAddress)
