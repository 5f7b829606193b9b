import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { polypost } from '../../data/client.ts'
import { mediaIdOf, mediaQuery } from '../../data/media.ts'
import { UploadQueue } from '../../parts/media/upload-queue.ts'

/** Files on their way into the library. */
export function useLibraryUploads() {
  const queries = useQueryClient()
  const [queue] = useState(
    () =>
      new UploadQueue(
        async (source, signal, onProgress) => {
          const { url } = await polypost.media.upload(source, { signal, onProgress: ({ sent }) => onProgress(sent) })
          // The read also checks a file that went straight into an object storage.
          await queries.fetchQuery(mediaQuery(mediaIdOf(url)))
          return { url, thumbnail_url: null, alt_text: null }
        },
        () => void queries.invalidateQueries({ queryKey: ['media', 'library'] }),
      ),
  )
  useEffect(() => () => queue.removeAll(), [queue])
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.read) }
}
