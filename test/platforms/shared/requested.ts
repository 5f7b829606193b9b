import assert from 'node:assert/strict'
import { type ContentCheck, checkContent } from '../../../src/domain/check-content.ts'
import type { StoredMedia } from '../../../src/domain/content.ts'
import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import { type MediaType, mediaTypes } from '../../../src/domain/media-types.ts'
import type { RequestedMedia, RequestedPost } from '../../../src/domain/requested-post.ts'
import { platforms } from '../../../src/platforms/index.ts'
import type { Platform } from '../../../src/platforms/shared/platform.ts'

export const MB = 1024 * 1024
export const GB = 1024 * MB

function platformNamed(name: string): Platform {
  const found = platforms.find((platform) => platform.name === name)
  assert.ok(found, `no platform ${name}`)
  return found
}

const pictureFacts = { width: 1080, height: 1080, seconds: null, frames: 1 }
const videoFacts = { width: 1080, height: 1920, seconds: 20, frames: null }

let made = 0

/** A file that is accepted by every platform that accepts its type, except for the given facts. */
export function stored(contentType: MediaType, facts: Partial<MediaFacts> = {}): StoredMedia {
  made += 1
  return {
    file: `file${made}`,
    url: `https://media.example/m/file${made}`,
    facts: {
      contentType,
      size: 1_000_000,
      rotation: 0,
      frameRate: null,
      videoCodec: null,
      audioCodec: null,
      animated: false,
      ...(mediaTypes[contentType] === 'video' ? videoFacts : pictureFacts),
      ...facts,
    },
  }
}

export const item = (media: StoredMedia, more: Partial<RequestedMedia> = {}): RequestedMedia => ({
  altText: null,
  thumbnail: null,
  ...media,
  ...more,
})

export const image = (contentType: MediaType = 'image/jpeg', facts?: Partial<MediaFacts>): RequestedMedia =>
  item(stored(contentType, facts))
export const gif = (facts?: Partial<MediaFacts>): RequestedMedia => item(stored('image/gif', facts))
export const video = (facts?: Partial<MediaFacts>, contentType: MediaType = 'video/mp4'): RequestedMedia =>
  item(stored(contentType, facts))
export const several = (count: number, make: () => RequestedMedia): RequestedMedia[] =>
  Array.from({ length: count }, () => make())

export const check = (platform: string, post: Partial<RequestedPost>): ContentCheck =>
  checkContent(platformNamed(platform), {
    postType: undefined,
    text: 'Hello.',
    textPath: 'message',
    media: [],
    comments: [],
    eligible: false,
    ...post,
  })

export const findingCodes = ({ findings }: ContentCheck): string[] => findings.map(({ code }) => code)
export const warningCodes = ({ warnings }: ContentCheck): string[] => warnings.map(({ code }) => code)
