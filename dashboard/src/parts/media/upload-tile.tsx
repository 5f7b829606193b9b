import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import { Icon } from '../icon.tsx'
import { useProblem } from '../problem.tsx'
import classes from './file.module.css'
import { Picture } from './picture.tsx'
import type { Source, Upload } from './upload-queue.ts'
import { uploadWords } from './upload-words.ts'

interface Props {
  readonly upload: Upload
  readonly onRetry: () => void
  readonly onRemove: () => void
}

/** A file on its way, or one that did not arrive, with the words of the service. */
export function UploadTile({ upload, onRetry, onRemove }: Props) {
  const t = useWords(uploadWords)
  const { source, status } = upload
  const name = typeof source === 'string' ? source : source.name
  const isFailed = status === 'failed'
  return (
    <li className={classes.tile} data-on-its-way>
      <LocalPicture source={source} />
      <div className={classes.text}>
        <p className={`cut ${classes.name}`} title={name}>
          {name}
        </p>
        {isFailed ? <Failure upload={upload} /> : <Progress upload={upload} name={name} />}
        {isFailed && (
          <p className={classes.row}>
            <Button size="xs" onClick={onRetry}>
              {t.again}
            </Button>
            <Button size="xs" variant="subtle" onClick={onRemove}>
              {t.leaveOut}
            </Button>
          </p>
        )}
      </div>
      {!isFailed && (
        <ActionIcon aria-label={t.stop(name)} className={classes.more} onClick={onRemove}>
          <Icon name="close" />
        </ActionIcon>
      )}
    </li>
  )
}

function Progress({ upload: { source, status, sent }, name }: { readonly upload: Upload; readonly name: string }) {
  const t = useWords(uploadWords)
  const { bytes, percent } = useNumbers()
  const total = typeof source === 'string' ? null : source.size
  const whole = (share: number) => percent(Math.floor(share * 100) / 100)
  const fact = () => {
    if (status === 'waiting') return t.waiting
    if (total === null) return t.fetching
    return sent >= total ? t.checking : t.ofSize(whole(sent / total), bytes(sent), bytes(total))
  }
  return (
    <>
      <p className={classes.facts}>{fact()}</p>
      <progress
        className={classes.progress}
        aria-label={t.sending(name)}
        max={total ?? undefined}
        value={total === null ? undefined : sent}
      />
    </>
  )
}

function Failure({ upload: { error } }: { readonly upload: Upload }) {
  const t = useWords(uploadWords)
  const { text } = useProblem(error)
  // The SDK throws it for a file whose type neither the browser nor the name tells.
  return (
    <p role="alert" className={classes.failure}>
      {error instanceof TypeError ? t.unknownFile : text}
    </p>
  )
}

/** The file of this device, before the service has it. */
function LocalPicture({ source }: { readonly source: Source }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (typeof source === 'string') return
    const made = URL.createObjectURL(source)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [source])
  if (typeof source === 'string' || address === null) return <span className={classes.picture} />
  if (!/^(image|video)\//.test(source.type)) return <span className={classes.picture} />
  return <Picture url={address} kind={source.type.startsWith('video/') ? 'video' : 'image'} />
}
