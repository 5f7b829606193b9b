import { z } from 'zod'

/** None beyond those that all platforms share. */
export const options = z.strictObject({})
