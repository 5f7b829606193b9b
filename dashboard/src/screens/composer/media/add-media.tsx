import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { platformsQuery } from '../../../data/platforms.ts'
import { Icon } from '../../../parts/icon.tsx'
import file from '../../../parts/media/file.module.css'
import type { Source } from '../../../parts/media/upload-queue.ts'
import { useWords } from '../../../words/words.ts'
import classes from './media.module.css'
import { mediaWords } from './media-words.ts'

interface Props {
  readonly isOver: boolean
  readonly onAdd: (sources: readonly Source[]) => void
  readonly onLibrary: () => void
}

/** The ways to add a file: from this device, by its address, from the library. Dropping and pasting work anywhere. */
export function AddMedia({ isOver, onAdd, onLibrary }: Props) {
  const t = useWords(mediaWords)
  const input = useRef<HTMLInputElement>(null)
  const [isAddress, setAddress] = useState(false)
  return (
    <li className={classes.add}>
      <button type="button" className={classes.drop} onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {isOver ? t.drop : t.add}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t.choose}
        accept={useTypes()}
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {isAddress ? (
        <Address onAdd={onAdd} onClose={() => setAddress(false)} />
      ) : (
        <p className={classes.ways}>
          <button type="button" className="link small" onClick={onLibrary}>
            {t.fromLibrary}
          </button>
          <button type="button" className="link small" onClick={() => setAddress(true)}>
            {t.fromAddress}
          </button>
        </p>
      )}
    </li>
  )
}

/** The media types that any platform takes. */
function useTypes(): string | undefined {
  const { data } = useQuery(platformsQuery)
  const sets = data?.platforms.flatMap(({ post_types }) => post_types.flatMap(({ media }) => media)) ?? []
  const types = sets.flatMap(({ image, gif, video }) => [image, gif, video].flatMap((rule) => rule?.types ?? []))
  return types.length === 0 ? undefined : [...new Set(types)].join(',')
}

function Address({ onAdd, onClose }: Pick<Props, 'onAdd'> & { readonly onClose: () => void }) {
  const t = useWords(mediaWords)
  const [address, setAddress] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() !== '') onAdd([address.trim()])
    onClose()
  }
  return (
    <form className={classes.address} onSubmit={submit}>
      <TextInput
        type="url"
        label={t.address}
        autoFocus
        required
        withAsterisk={false}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <p className={file.row}>
        <Button type="submit" size="xs">
          {t.addAddress}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClose}>
          {t.cancel}
        </Button>
      </p>
    </form>
  )
}
