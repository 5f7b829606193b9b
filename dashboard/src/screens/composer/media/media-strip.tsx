import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { platformsQuery } from '../../../data/platforms.ts'
import { lazily } from '../../../parts/lazily.tsx'
import { UploadTile } from '../../../parts/media/upload-tile.tsx'
import { useFileDrop } from '../../../parts/media/use-file-drop.ts'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import type { MediaItem } from '../content.ts'
import { AddMedia } from './add-media.tsx'
import classes from './media.module.css'
import { changed, insertedBefore, moved, removed } from './media-order.ts'
import { type Hints, MediaTile } from './media-tile.tsx'
import { mediaWords } from './media-words.ts'
import { useUploads } from './use-uploads.ts'

const LibraryDialog = lazily(async () => (await import('./library-dialog.tsx')).LibraryDialog)

interface Props {
  readonly media: readonly MediaItem[]
  /** Makes the next value from the latest one: uploads end while other things change. */
  readonly onChange: (change: (media: readonly MediaItem[]) => readonly MediaItem[]) => void
  /** Whether files are on their way. */
  readonly onBusy: (isBusy: boolean) => void
}

/** The library is open to add files, or to choose the cover of a video. */
type Library = { readonly coverOf: string | null } | null

/** The images and videos of the post. Files that are dropped or pasted anywhere on the screen are added, too. */
export const MediaStrip = memo(function MediaStrip({ media, onChange, onBusy }: Props) {
  const t = useWords(mediaWords)
  const { queue, uploads } = useUploads(onChange, onBusy)
  const isOver = useFileDrop((files) => queue.add(files))
  const [library, setLibrary] = useState<Library>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const hints = useHints()
  const take = (items: readonly MediaItem[]) => {
    const coverOf = library?.coverOf ?? null
    if (coverOf === null) onChange((now) => items.reduce((all, item) => insertedBefore(all, item, () => false), now))
    else onChange((now) => changed(now, coverOf, { thumbnail_url: items[0]?.url ?? null }))
  }
  return (
    <section className={classes.strip} aria-label={t.media} data-over={isOver || undefined}>
      <ul className={classes.tiles}>
        {media.map((item, at) => (
          <MediaTile
            key={item.url}
            item={item}
            at={at}
            of={media.length}
            hints={hints}
            isDragged={dragged === item.url}
            onChange={(change) => onChange((now) => changed(now, item.url, change))}
            onMove={(to) => onChange((now) => moved(now, item.url, to))}
            onRemove={() => onChange((now) => removed(now, item.url))}
            onCoverFile={(file) => queue.add([file], item.url)}
            onCoverLibrary={() => setLibrary({ coverOf: item.url })}
            onDrag={setDragged}
            onDragOver={() => dragged !== null && onChange((now) => moved(now, dragged, at))}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => queue.retry(upload.id)}
            onRemove={() => queue.remove(upload.id)}
          />
        ))}
        <AddMedia
          isOver={isOver}
          onAdd={(sources) => queue.add(sources)}
          onLibrary={() => setLibrary({ coverOf: null })}
        />
      </ul>
      {library !== null && (
        <LibraryDialog
          isCover={library.coverOf !== null}
          media={media}
          onTake={take}
          onClose={() => setLibrary(null)}
        />
      )}
    </section>
  )
})

function useHints(): Hints {
  const { list } = useNumbers()
  const platforms = useQuery(platformsQuery).data?.platforms ?? []
  const titles = (has: 'alt_text' | 'thumbnails') =>
    list(platforms.filter(({ supports }) => supports[has]).map(({ title }) => title))
  return { alt: titles('alt_text'), cover: titles('thumbnails') }
}
