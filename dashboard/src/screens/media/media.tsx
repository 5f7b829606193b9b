import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { LibraryFilter } from '../../data/media.ts'
import { scopeParameter, useHere, useScope } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { UploadTile } from '../../parts/media/upload-tile.tsx'
import { useFileDrop } from '../../parts/media/use-file-drop.ts'
import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import { FilePanel } from './file-panel.tsx'
import { Files } from './files.tsx'
import classes from './media.module.css'
import { libraryWords } from './media-library-words.ts'
import { useLibraryUploads } from './use-library-uploads.ts'

/** In milliseconds, after the last key. */
const searchAfter = 250

/** Everything that was uploaded, and where it is used. */
export function MediaLibrary() {
  const here = useHere()
  const t = useWords(libraryWords)
  const profiles = scopeParameter(useScope())
  const { file } = useSearch({ strict: false })
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<LibraryFilter['kind']>()
  const [settled] = useDebouncedValue(search, searchAfter)
  const may = useMay('author')
  const { queue, uploads } = useLibraryUploads()
  const isOver = useFileDrop((files) => may && queue.add(files))
  return (
    <Screen title={t.title} of={here.profile} actions={may && <Choose take={(files) => queue.add(files)} />}>
      <div className={classes.lay} data-panel={file !== undefined || undefined}>
        <div className={classes.library}>
          <div className={classes.filter}>
            <TextInput
              type="search"
              aria-label={t.search}
              placeholder={t.search}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <Kind kind={kind} choose={setKind} />
          </div>
          {isOver && may && <p className={classes.over}>{t.drop}</p>}
          {uploads.length > 0 && (
            <ul className={classes.uploads} aria-label={t.onTheWay}>
              {uploads.map((upload) => (
                <UploadTile
                  key={upload.id}
                  upload={upload}
                  onRetry={() => queue.retry(upload.id)}
                  onRemove={() => queue.remove(upload.id)}
                />
              ))}
            </ul>
          )}
          <Files filter={{ profiles, search: settled, kind }} current={file} />
        </div>
        {file !== undefined && <FilePanel key={file} id={file} />}
      </div>
    </Screen>
  )
}

interface KindProps {
  readonly kind: LibraryFilter['kind']
  readonly choose: (kind: LibraryFilter['kind']) => void
}

function Kind({ kind, choose }: KindProps) {
  const t = useWords(libraryWords)
  const kinds = ['image', 'video'] as const
  return (
    <NativeSelect
      aria-label={t.kind}
      value={kind ?? ''}
      onChange={({ currentTarget }) => choose(kinds.find((one) => one === currentTarget.value))}
      data={[{ value: '', label: t.all }, ...kinds.map((one) => ({ value: one, label: t[one] }))]}
    />
  )
}

function Choose({ take }: { readonly take: (files: readonly File[]) => void }) {
  const t = useWords(libraryWords)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>{t.upload}</Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/*,video/*"
        aria-label={t.files}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
