import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Media } from '@polypost/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { libraryQuery } from '../../../data/media.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Picture } from '../../../parts/media/picture.tsx'
import { useFacts } from '../../../parts/media/use-facts.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useCloseButton } from '../../../parts/use-close-button.ts'
import { useWords } from '../../../words/words.ts'
import type { MediaItem } from '../content.ts'
import classes from './library.module.css'
import { mediaWords } from './media-words.ts'

interface Props {
  /** One image is chosen as a cover; else any number of files is added. */
  readonly isCover: boolean
  readonly media: readonly MediaItem[]
  readonly onTake: (items: readonly MediaItem[]) => void
  readonly onClose: () => void
}

/** In milliseconds, after the last key. */
const searchAfter = 250

/** Chooses from what was uploaded before. */
export function LibraryDialog({ isCover, media, onTake, onClose }: Props) {
  const t = useWords(mediaWords)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, searchAfter)
  const [chosen, setChosen] = useState<readonly Media[]>([])
  const toggle = (file: Media) => {
    const others = chosen.filter(({ id }) => id !== file.id)
    const wasChosen = others.length < chosen.length
    setChosen([...(isCover ? [] : others), ...(wasChosen ? [] : [file])])
  }
  const take = () => {
    onTake(chosen.map(({ url, alt_text }) => ({ url, alt_text, thumbnail_url: null })))
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={720}
      title={isCover ? t.libraryCover : t.library}
      closeButtonProps={useCloseButton()}
    >
      <TextInput
        type="search"
        label={t.search}
        data-autofocus
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Files
        search={settled}
        isCover={isCover}
        chosen={chosen.map(({ id }) => id)}
        taken={isCover ? [] : media.map(({ url }) => url)}
        onToggle={toggle}
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="subtle" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button variant="filled" disabled={chosen.length === 0} onClick={take}>
          {isCover ? t.takeCover : t.take(chosen.length)}
        </Button>
      </Group>
    </Dialog>
  )
}

interface FilesProps {
  readonly search: string
  readonly isCover: boolean
  readonly chosen: readonly string[]
  readonly taken: readonly string[]
  readonly onToggle: (file: Media) => void
}

function Files({ search, isCover, chosen, taken, onToggle }: FilesProps) {
  const t = useWords(mediaWords)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    libraryQuery({ search, kind: isCover ? 'image' : undefined }),
  )
  const files = data?.pages.flatMap(({ media }) => media).filter(({ status }) => status === 'ready') ?? []
  if (error && !data) return <ReadError what={t.theLibrary} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={3} />
  if (files.length === 0) return <Empty>{search === '' ? t.none : t.noneFound}</Empty>
  return (
    <section className={classes.scroll} aria-label={t.theLibrary} tabIndex={-1}>
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.id}>
            <FileButton
              file={file}
              isChosen={chosen.includes(file.id)}
              isTaken={taken.includes(file.url)}
              onPress={() => onToggle(file)}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.moreFiles}
        </Button>
      )}
    </section>
  )
}

interface FileProps {
  readonly file: Media
  readonly isChosen: boolean
  readonly isTaken: boolean
  readonly onPress: () => void
}

function FileButton({ file, isChosen, isTaken, onPress }: FileProps) {
  const t = useWords(mediaWords)
  const facts = useFacts()
  return (
    <button type="button" className={classes.file} aria-pressed={isChosen} disabled={isTaken} onClick={onPress}>
      <Picture url={file.url} kind={file.kind} />
      <span className={`cut ${classes.name}`}>{file.name}</span>
      <span className={classes.facts}>{isTaken ? t.inPost : facts(file)}</span>
      {isChosen && (
        <i className={classes.tick}>
          <Icon name="check" />
        </i>
      )}
    </button>
  )
}
