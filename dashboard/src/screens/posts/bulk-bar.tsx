import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../words/words.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { MoveManyDialog } from './move-many-dialog.tsx'
import classes from './posts.module.css'
import { postsWords } from './posts-words.ts'
import type { Selection } from './use-selection.ts'

/** The actions for the posts that are ticked. */
export function BulkBar({ selection }: { readonly selection: Selection }) {
  const t = useWords(postsWords)
  const [asks, setAsks] = useState<'cancel' | 'move' | null>(null)
  const posts = [...selection.posts.values()]
  if (posts.length === 0) return null
  const close = () => setAsks(null)
  const dialog = { posts, close, done: selection.clear }
  return (
    <div className={classes.bar} role="status">
      <span>{t.selected(posts.length)}</span>
      <Button variant="subtle" onClick={selection.clear}>
        {t.clear}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setAsks('move')}>
        {t.move}
      </Button>
      <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsks('cancel')}>
        {t.cancel}
      </Button>
      {asks === 'cancel' && <CancelDialog {...dialog} />}
      {asks === 'move' && <MoveManyDialog {...dialog} />}
    </div>
  )
}
