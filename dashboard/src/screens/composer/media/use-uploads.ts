import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { polypost } from '../../../data/client.ts'
import { mediaIdOf, mediaQuery } from '../../../data/media.ts'
import { type Send, type Upload, UploadQueue } from '../../../parts/media/upload-queue.ts'
import type { MediaItem } from '../content.ts'
import { changed, insertedBefore } from './media-order.ts'

type Change = (change: (media: readonly MediaItem[]) => readonly MediaItem[]) => void

/** Sends the file, and reads what the service found in it: that read also checks files in an object storage. */
const sendWith =
  (queries: QueryClient): Send =>
  async (source, signal, onProgress) => {
    const { url } = await polypost.media.upload(source, { signal, onProgress: ({ sent }) => onProgress(sent) })
    void queries.invalidateQueries({ queryKey: ['media', 'library'] })
    const { alt_text } = await queries.fetchQuery(mediaQuery(mediaIdOf(url)))
    return { url, thumbnail_url: null, alt_text }
  }

/** The files on their way. Each is added to the post when it is there, in the order in which they were chosen. */
export function useUploads(onChange: Change, onBusy: (isBusy: boolean) => void) {
  const queries = useQueryClient()
  const latest = useRef(onChange)
  latest.current = onChange
  const [queue] = useState(() => {
    const uploadIds = new Map<string, number>()
    const arrive = (item: MediaItem, { id, coverOf }: Upload) => {
      if (coverOf !== null) return latest.current((media) => changed(media, coverOf, { thumbnail_url: item.url }))
      uploadIds.set(item.url, id)
      latest.current((media) => insertedBefore(media, item, ({ url }) => (uploadIds.get(url) ?? 0) > id))
    }
    return new UploadQueue(sendWith(queries), arrive)
  })
  const uploads = useSyncExternalStore(queue.subscribe, queue.read)
  const isBusy = uploads.some(({ status }) => status !== 'failed')
  useEffect(() => onBusy(isBusy), [isBusy, onBusy])
  // A file that is still being sent when the person leaves would arrive nowhere.
  useEffect(() => () => queue.removeAll(), [queue])
  return { queue, uploads }
}
