import type { Content, ContentMedia } from '../../src/domain/content.ts'
import type { MediaFacts } from '../../src/domain/media-facts.ts'

export const facts = (changes: Partial<MediaFacts> = {}): MediaFacts => ({
  contentType: 'image/png',
  size: 1_000,
  width: 100,
  height: 100,
  rotation: 0,
  seconds: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  animated: false,
  frames: null,
  ...changes,
})

export const media = (changes: Partial<MediaFacts> = {}, altText: string | null = null): ContentMedia => ({
  file: 'a.png',
  url: 'https://media.example/a.png',
  facts: facts(changes),
  altText,
  thumbnail: null,
})

export const content = (changes: Partial<Content> = {}): Content => ({
  postType: 'post',
  text: 'Good morning',
  media: [],
  comments: [],
  options: {},
  ...changes,
})
