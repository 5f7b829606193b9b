import { counted, mediaKinds } from './choose-post-type.ts'
import { andList, orList } from './listed.ts'
import type { MediaKind, MediaType } from './media-types.ts'
import type { MediaSet, PostType, Range, RuleBook, TextUnit } from './post-rules.ts'

let digits: Intl.NumberFormat | undefined

/** The format is made at its first use, because a start needs none. */
export function number(value: number): string {
  digits ??= new Intl.NumberFormat('en', { maximumFractionDigits: 3 })
  return digits.format(value)
}

/** Whose rule it is: the platform's, or that of one of its post types if it has several. */
export const ruleOwner = ({ title, postTypes }: RuleBook, { name }: PostType): string =>
  postTypes.length > 1 ? `${title} (${name})` : title

const nouns: Readonly<Record<MediaKind, readonly [one: string, many: string]>> = {
  image: ['image', 'images'],
  gif: ['GIF', 'GIFs'],
  video: ['video', 'videos'],
}

export const noun = (kind: MediaKind, count = 1): string => nouns[kind][count === 1 ? 0 : 1]

/** The media that a post of one of these types may contain: `no media, 1 to 4 images, 1 GIF, or 1 video`. */
export const describeSets = (...types: readonly PostType[]): string =>
  orList(new Set(types.flatMap(({ media }) => media.map(describeSet))))

function describeSet(set: MediaSet): string {
  const parts = counted(set, [])
  if (parts.length === 0) return 'no media'
  if (set.total) return `${range(set.total)} ${andList(parts.map(({ kind }) => noun(kind, 2)))}`
  return andList(parts.map(({ kind, rule }) => `${range(rule.count)} ${noun(kind, rule.count.max)}`))
}

const range = ({ min, max }: Range): string => (min === max ? number(max) : `${number(min)} to ${number(max)}`)

/** The media of a post in words: `2 images and 1 video`. */
export const describeKinds = (kinds: readonly MediaKind[]): string =>
  andList(
    mediaKinds.flatMap((kind) => {
      const count = kinds.filter((one) => one === kind).length
      return count === 0 ? [] : [`${number(count)} ${noun(kind, count)}`]
    }),
  ) || 'no media'

const typeNames: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'JPEG',
  'image/jpg': 'JPEG',
  'image/pjpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/bmp': 'BMP',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'video/x-matroska': 'MKV',
  'video/x-msvideo': 'AVI',
  'video/mpeg': 'MPEG',
}

export const typeName = (type: MediaType): string => typeNames[type]

export const typeList = (types: readonly MediaType[]): string => orList(new Set(types.map(typeName)))

const sizes = [
  [1024 ** 3, 'GB'],
  [1024 ** 2, 'MB'],
  // Some platforms count in powers of 1,000.
  [1_000_000, 'MB'],
] as const

/** A limit in the largest unit that it is a multiple of, and in bytes. */
export function sizeLimit(bytes: number): string {
  const [unit, name] = sizes.find(([size]) => bytes % size === 0) ?? []
  return unit === undefined ? `${number(bytes)} bytes` : `${number(bytes / unit)} ${name} (${number(bytes)} bytes)`
}

export function duration(seconds: number): string {
  const [unit, name] =
    seconds > 0 && seconds % 3600 === 0
      ? ([3600, 'hour'] as const)
      : seconds > 60 && seconds % 60 === 0
        ? ([60, 'minute'] as const)
        : ([1, 'second'] as const)
  return `${number(seconds / unit)} ${name}${seconds === unit ? '' : 's'}`
}

const shapes = [
  ['9:16', 9 / 16],
  ['16:9', 16 / 9],
] as const

/** The width of a range that means a single shape, because platforms round the sides. */
const roundedBy = 1.1

/** The shapes in a range. */
export function aspectWords({ min, max }: Range): string {
  const [name] = (max < min * roundedBy && shapes.find(([, ratio]) => ratio >= min && ratio <= max)) || []
  if (name !== undefined) return `an aspect ratio of ${name}`
  if (min === 0 && max === 1) return 'a picture that is not wider than tall'
  return min === 0
    ? `a width of at most ${number(max)} times the height`
    : `a width of ${number(min)} to ${number(max)} times the height`
}

const units: Readonly<Record<TextUnit, string>> = {
  characters: 'characters',
  utf16: 'characters (an emoji counts as several)',
  graphemes: 'characters',
  weighted: 'characters (a link counts 23, an emoji 2)',
  bytes: 'bytes of UTF-8',
  emoji_bytes: 'characters (an emoji counts as its bytes)',
}

export const unitName = (unit: TextUnit): string => units[unit]
