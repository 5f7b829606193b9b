import { ActionIcon, Button } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../data/session.ts'
import { Ask } from '../../parts/ask.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { TimeDialog } from '../../parts/time-dialog.tsx'
import { useTimes } from '../../words/times.ts'
import { wallTimeOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import { useDelete } from '../post/use-delete.ts'
import { useDuplicate } from '../post/use-duplicate.ts'
import { calendarWords } from './calendar-words.ts'
import classes from './post-panel.module.css'

interface Props {
  readonly post: Post
  /** Fails with what the service says. */
  readonly move: (at: string) => Promise<unknown>
  readonly close: () => void
}

/** The actions for a post, at the foot of its panel. */
export function PostActions({ post, move, close }: Props) {
  const t = useWords(calendarWords)
  const isEditable = useMay('editor') && post.editable
  const mayWrite = useMay('author')
  const [asks, setAsks] = useState<'move' | 'delete' | null>(null)
  const done = () => setAsks(null)
  if (!mayWrite) return null
  return (
    <footer className={classes.actions}>
      {isEditable && (
        <>
          <Button
            leftSection={<Icon name="edit" />}
            renderRoot={(props) => (
              <Link
                to="/p/$profile/posts/$id/edit"
                params={{ profile: post.profile_id ?? 'all', id: String(post.id) }}
                {...props}
              />
            )}
          >
            {t.edit}
          </Button>
          <Button leftSection={<Icon name="move" />} aria-haspopup="dialog" onClick={() => setAsks('move')}>
            {t.move}
          </Button>
        </>
      )}
      <Duplicate key={post.id} post={post} />
      {isEditable && (
        <ActionIcon aria-label={t.delete} aria-haspopup="dialog" onClick={() => setAsks('delete')}>
          <Icon name="trash" />
        </ActionIcon>
      )}
      {asks === 'move' && <Move post={post} close={done} move={move} />}
      <Delete post={post} isAsked={asks === 'delete'} keep={done} close={close} />
    </footer>
  )
}

/** Another time for a post, for those who do not drag. */
function Move({ post, move, close }: Props) {
  const t = useWords(calendarWords)
  const { zone } = useTimes()
  const start = wallTimeOf(post.effective_at, zone)
  return (
    <TimeDialog title={t.moveTitle} of={post.profile_id} verb={t.moveVerb} start={start} close={close} run={move} />
  )
}

/** A post becomes a new draft, which opens. */
function Duplicate({ post }: { readonly post: Post }) {
  const t = useWords(calendarWords)
  const making = useDuplicate(post)
  return (
    <>
      <Problem error={making.error} />
      <ActionIcon
        className={classes.apart}
        aria-label={t.duplicate}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        <Icon name="copy" />
      </ActionIcon>
    </>
  )
}

interface DeleteProps {
  readonly post: Post
  readonly isAsked: boolean
  readonly keep: () => void
  readonly close: () => void
}

function Delete({ post, isAsked, keep, close }: DeleteProps) {
  const t = useWords(calendarWords)
  const remove = useDelete()
  const run = async () => {
    await remove(post)
    close()
  }
  return (
    <Ask
      opened={isAsked}
      onClose={keep}
      title={t.deleteTitle}
      of={post.profile_id}
      verb={t.delete}
      keep={t.keep}
      danger
      run={run}
    >
      {t.deleteText}
    </Ask>
  )
}
