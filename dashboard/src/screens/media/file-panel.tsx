import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { ApiError, type Media } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { polypost } from '../../data/client.ts'
import { mediaQuery } from '../../data/media.ts'
import { useHere } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useFacts } from '../../parts/media/use-facts.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { FileForm } from './file-form.tsx'
import classes from './media.module.css'
import { libraryWords } from './media-library-words.ts'
import { Uses } from './uses.tsx'

/** One file beside the grid. */
export function FilePanel({ id }: { readonly id: string }) {
  const here = useHere()
  const t = useWords(libraryWords)
  const navigate = useNavigate()
  useHotkeys([['Escape', () => void navigate({ to: '/p/$profile/media', params: here })]])
  const { data: file, error, refetch } = useQuery({ ...mediaQuery(id), staleTime: 0 })
  return (
    <aside className={classes.panel} aria-label={t.file}>
      <header className={classes.head}>
        <h2 className="cut">{file?.name ?? t.file}</h2>
        <ActionIcon
          aria-label={t.close}
          renderRoot={(props) => <Link to="/p/$profile/media" params={here} {...props} />}
        >
          <Icon name="close" />
        </ActionIcon>
      </header>
      {error && !file && <ReadError what={t.file} error={error} retry={refetch} />}
      {!error && !file && <Skeleton rows={4} widths={[2, 3]} />}
      {file && <Content file={file} />}
    </aside>
  )
}

function Content({ file }: { readonly file: Media }) {
  const t = useWords(libraryWords)
  const facts = useFacts()
  const { full } = useTimes()
  const may = useMay('author')
  return (
    <div className={classes.content}>
      {file.kind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: what people upload has none.
        <video className={classes.view} src={file.url} controls preload="metadata" />
      ) : (
        <img className={classes.view} src={file.url} alt={file.alt_text ?? ''} />
      )}
      {may && <FileForm file={file} />}
      <dl className={classes.facts}>
        <dt>{t.facts}</dt>
        <dd className="numbers">{facts(file)}</dd>
        <dt>{t.type}</dt>
        <dd>{file.content_type}</dd>
        <dt>{t.uploaded}</dt>
        <dd>{full(file.created_at)}</dd>
        <dt>{t.uses}</dt>
        <dd>
          <Uses {...file.used_in} />
        </dd>
      </dl>
      <p>
        <a className="link" href={file.url} target="_blank" rel="noreferrer">
          {t.open}
        </a>
      </p>
      {may && <Remove file={file} />}
    </div>
  )
}

/** A refusal stands here, above the list of what uses the file. */
function Remove({ file: { id, name } }: { readonly file: Media }) {
  const here = useHere()
  const t = useWords(libraryWords)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, { open, close }] = useDisclosure(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const run = async () => {
    try {
      await polypost.media.delete(id)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'media_in_use')) throw error
      setRefusal(error)
      return
    }
    await navigate({ to: '/p/$profile/media', params: here })
    queries.removeQueries({ queryKey: mediaQuery(id).queryKey })
    await queries.invalidateQueries({ queryKey: ['media', 'library'] })
  }
  return (
    <div className={classes.form}>
      <Button variant="danger" onClick={open}>
        {t.remove}
      </Button>
      {refusal && (
        <div role="alert">
          <p>{refusal.message}</p>
          <Uses {...holdersIn(refusal)} />
        </div>
      )}
      <Ask opened={isAsking} onClose={close} title={t.removeTitle(name)} verb={t.remove} keep={t.keep} danger run={run}>
        {t.removeText}
      </Ask>
    </div>
  )
}

/** The posts and drafts that the refusal names. */
function holdersIn({ details }: ApiError) {
  const posts = details.flatMap(({ post_id }) => (typeof post_id === 'number' ? [post_id] : []))
  const drafts = details.flatMap(({ draft_id }) => (typeof draft_id === 'string' ? [draft_id] : []))
  return {
    posts: { count: posts.length, newest: posts },
    deleted_posts: { count: 0, newest: [] },
    drafts: { count: drafts.length, newest: drafts },
  }
}
