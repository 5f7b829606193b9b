import { minute, second } from '../../domain/time.ts'

/**
 * The media host may have been down for a moment when a platform fetched a file from it, for example during an update of
 * this instance. That is no reason to lose a post, so the pauses together are longer than an update takes.
 */
const pauses = [15 * second, minute, 3 * minute, 8 * minute]

/** In how many milliseconds to ask the platform again, after it has tried this number of times; null: that was the last. */
export const fetchAgainIn = (tries: number): number | null => pauses[tries - 1] ?? null
