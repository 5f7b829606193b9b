import { minute } from '../domain/time.ts'

export const jsonDepth = 32
/** An error lists at most this many faults. */
export const maxFaults = 50
export const rateWindow = minute
/** Requests without a valid key that one address may make in a window. */
export const wrongKeysPerWindow = 60
/** Requests for pages that need no key, which one address may make in a window. A sign-in needs two or three of them. */
export const openReadsPerWindow = 900
/** A read of the description, or of its page, counts like so many: it is large. */
export const weightOfDescription = 20
/** Files that one address may read in a window, in one process. A platform reads a video in many parts. */
export const filesPerWindow = 3_000
/** How often in a window the script of the page is sent to clients that take it only unpacked. */
export const unpackedPerWindow = 10
/** Programs that one address may register in a window. */
export const registrationsPerWindow = 20
