import type { MediaItem } from '../content.ts'

type Media = readonly MediaItem[]

/** Before the first item that belongs behind it, else at the end. */
export function insertedBefore(media: Media, item: MediaItem, isBehind: (other: MediaItem) => boolean): Media {
  if (media.some(({ url }) => url === item.url)) return media
  const at = media.findIndex(isBehind)
  return at === -1 ? [...media, item] : media.toSpliced(at, 0, item)
}

export const changed = (media: Media, url: string, change: Partial<MediaItem>): Media =>
  media.map((item) => (item.url === url ? { ...item, ...change } : item))

export const removed = (media: Media, url: string): Media => media.filter((item) => item.url !== url)

/** Puts an item to another position. */
export function moved(media: Media, url: string, to: number): Media {
  const item = media.find((one) => one.url === url)
  if (item === undefined || to < 0 || to >= media.length) return media
  return removed(media, url).toSpliced(to, 0, item)
}
