import { z } from 'zod'

/** Only the options that all platforms share. */
export const options = z.strictObject({})
