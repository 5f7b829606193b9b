import { Button, Group } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { type PostGroup, postGroupOf } from '../../data/post-filter.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Problem } from '../../parts/problem.tsx'
import { TitleOf } from '../../parts/title-of.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/words.ts'
import { BulkPreview, BulkRefused } from './bulk-preview.tsx'
import classes from './posts.module.css'
import { bulkWords } from './posts-words.ts'
import { useBulk } from './use-bulk.ts'

export interface BulkDialogProps {
  readonly posts: readonly Post[]
  readonly close: () => void
  /** All posts are done. */
  readonly done: () => void
}

/** The profile of all these posts; null: they are of several. */
export function oneProfileOf(posts: readonly Post[]): string | null {
  const [first, ...others] = new Set(posts.map(({ profile_id }) => profile_id))
  return others.length === 0 ? (first ?? null) : null
}

const ended: readonly PostGroup[] = ['done', 'failed', 'cancelled']

/** Asks before many posts are cancelled, and says what will happen to each. */
export function CancelDialog({ posts, close, done }: BulkDialogProps) {
  const t = useWords(bulkWords)
  const { doing, refused } = useBulk((count) => {
    toast(t.isCancelled(count))
    close()
    done()
  })
  const outcomes = posts.map((post) => {
    const stays = ended.includes(postGroupOf(post))
    return { post, stays, text: stays ? t.ended : t.cancelled }
  })
  const ids = outcomes.filter(({ stays }) => !stays).map(({ post }) => post.id)
  const isOver = doing.data !== undefined
  return (
    <Dialog
      opened
      onClose={close}
      title={<TitleOf title={t.cancelTitle(posts.length)} of={oneProfileOf(posts)} />}
      withCloseButton={false}
    >
      <div className={classes.form}>
        {!isOver && <p className="second">{t.cancelText}</p>}
        {!isOver && <BulkPreview outcomes={outcomes} />}
        {isOver && <p>{t.isCancelled(doing.data.done)}</p>}
        <BulkRefused refused={refused} posts={posts} />
        <Problem error={doing.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="subtle" data-autofocus onClick={close}>
            {isOver ? t.close : t.keep}
          </Button>
          {!isOver && ids.length > 0 && (
            <Button
              variant="danger-filled"
              loading={doing.isPending}
              onClick={() => doing.mutate({ action: 'cancel', ids })}
            >
              {t.cancelVerb}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
