import { minute } from '../../domain/time.ts'

/** How far a platform’s clock may be behind ours. Some also cut off parts of a second. */
export const clockMargin = minute
