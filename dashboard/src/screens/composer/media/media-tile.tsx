import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { mediaIdOf, mediaQuery } from '../../../data/media.ts'
import { Icon } from '../../../parts/icon.tsx'
import classes from '../../../parts/media/file.module.css'
import { Picture } from '../../../parts/media/picture.tsx'
import { useFacts } from '../../../parts/media/use-facts.ts'
import { useWords } from '../../../words/words.ts'
import type { MediaItem } from '../content.ts'
import { AltText } from './alt-text.tsx'
import { mediaWords } from './media-words.ts'

export interface Hints {
  /** The platforms that take an alternative text, and those that take a cover, as a list to read. */
  readonly alt: string
  readonly cover: string
}

interface Props {
  readonly item: MediaItem
  readonly at: number
  readonly of: number
  readonly hints: Hints
  readonly isDragged: boolean
  readonly onChange: (change: Partial<MediaItem>) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
  readonly onCoverFile: (file: File) => void
  readonly onCoverLibrary: () => void
  readonly onDrag: (url: string | null) => void
  readonly onDragOver: () => void
}

/** A file of the post: what it is, its alternative text, its position. */
export function MediaTile(props: Props) {
  const { item, isDragged, hints, onChange, onDrag, onDragOver } = props
  const t = useWords(mediaWords)
  const { name, facts, kind, error } = useFile(item.url)
  const [isWriting, setWriting] = useState(false)
  const coverInput = useRef<HTMLInputElement>(null)
  return (
    <li
      className={classes.tile}
      data-dragged={isDragged || undefined}
      draggable={!isWriting}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        // Without data, Firefox does not drag. As text it could be dropped into the post.
        dataTransfer.setData('application/x-polypost-media', item.url)
        onDrag(item.url)
      }}
      onDragEnter={onDragOver}
      onDragOver={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(null)}
    >
      <Picture url={item.url} kind={kind} cover={item.thumbnail_url} />
      <div className={classes.text}>
        <p className={`cut ${classes.name}`} title={name}>
          {name}
        </p>
        <p className={classes.facts}>
          {error ?? facts}
          {item.thumbnail_url !== null && `, ${t.cover}`}
        </p>
        <button type="button" className="link small" aria-expanded={isWriting} onClick={() => setWriting(!isWriting)}>
          {item.alt_text ? t.altWritten : t.writeAlt}
        </button>
      </div>
      <TileMenu {...props} name={name} kind={kind} openCover={() => coverInput.current?.click()} />
      <input
        ref={coverInput}
        type="file"
        hidden
        accept="image/*"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) props.onCoverFile(file)
          currentTarget.value = ''
        }}
      />
      {isWriting && (
        <AltText
          name={name}
          value={item.alt_text ?? ''}
          platforms={hints.alt}
          onChange={(text) => onChange({ alt_text: text === '' ? null : text })}
          onDone={() => setWriting(false)}
        />
      )}
    </li>
  )
}

function useFile(url: string) {
  const { data, error } = useQuery(mediaQuery(mediaIdOf(url)))
  const facts = useFacts()
  const t = useWords(mediaWords)
  const isVideo = data ? data.kind === 'video' : /\.(mp4|mov|webm)$/.test(url)
  return {
    name: data?.name ?? mediaIdOf(url),
    facts: data ? facts(data) : '',
    kind: isVideo ? ('video' as const) : ('image' as const),
    error: error && !data ? t.gone : null,
  }
}

interface MenuProps extends Props {
  readonly name: string
  readonly kind: 'image' | 'video'
  readonly openCover: () => void
}

function TileMenu({ name, kind, at, of, item, hints, openCover, ...props }: MenuProps) {
  const t = useWords(mediaWords)
  const menuItem = (title: ReactNode, isOffered: boolean, run: () => void) =>
    isOffered && <Menu.Item onClick={run}>{title}</Menu.Item>
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t.more(name)} className={classes.more}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {of > 1 && <Menu.Label>{t.position(at + 1, of)}</Menu.Label>}
        {menuItem(t.earlier, at > 0, () => props.onMove(at - 1))}
        {menuItem(t.later, at < of - 1, () => props.onMove(at + 1))}
        {menuItem(t.first, at > 1, () => props.onMove(0))}
        {of > 1 && <Menu.Divider />}
        {kind === 'video' && hints.cover !== '' && <Menu.Label>{t.coverOn(hints.cover)}</Menu.Label>}
        {menuItem(t.coverFile, kind === 'video', openCover)}
        {menuItem(t.coverLibrary, kind === 'video', props.onCoverLibrary)}
        {menuItem(t.noCover, item.thumbnail_url !== null, () => props.onChange({ thumbnail_url: null }))}
        {kind === 'video' && <Menu.Divider />}
        {menuItem(t.remove, true, props.onRemove)}
      </Menu.Dropdown>
    </Menu>
  )
}
