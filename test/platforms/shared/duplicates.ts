import type { AllSimulated } from '../../harness/all-simulated.ts'
import { film, picture } from '../../media/fixtures.ts'

/**
 * By what is published: begins as one account, and then publishes the same content with each call. Each platform that
 * accepts the same post twice must show both.
 */
export type Duplicates = Readonly<Record<string, (all: AllSimulated) => Promise<() => Promise<unknown>>>>

export const text = 'The same words'

export const mp4 = film('plain.mp4')
/** Not awaited here: the tests of a file that waits for a module of others are declared in the wrong suite. */
export const jpeg = () => picture().jpeg().toBuffer()

/** Where platforms find these files. */
export const imageUrl = 'https://client.test/a.jpg'
export const videoUrl = 'https://client.test/a.mp4'
