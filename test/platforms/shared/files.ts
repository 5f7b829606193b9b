import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import type { MediaType } from '../../../src/domain/media-types.ts'
import type { File, PostCase } from './tested.ts'

export const MiB = 1_024 ** 2
export const GiB = 1_024 ** 3
export const minuteInSeconds = 60

export const file = (contentType: MediaType, facts: Partial<MediaFacts> = {}): File => ({ contentType, ...facts })

export const images = (count: number, type: MediaType = 'image/jpeg', facts: Partial<MediaFacts> = {}): File[] =>
  Array.from({ length: count }, () => file(type, facts))

export const video = (facts: Partial<MediaFacts> = {}): File[] => [file('video/mp4', facts)]

export const gif = file('image/gif', { animated: true, frames: 10 })

/** A post for each of these types. */
export const each = (types: readonly MediaType[]): PostCase[] => types.map((type) => ({ files: [file(type)] }))

/** Videos that only few platforms accept. */
export const otherVideos: readonly MediaType[] = ['video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg']
