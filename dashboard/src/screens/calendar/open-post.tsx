import { useQuery } from '@tanstack/react-query'
import { postQuery } from '../../data/post.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import type { CalendarItem } from './calendar-item.ts'
import { calendarWords } from './calendar-words.ts'
import { PostActions } from './post-actions.tsx'
import { PostPanel } from './post-panel.tsx'
import { useGo } from './use-calendar.ts'
import type { Mover } from './use-move.ts'

interface Props {
  readonly id: number
  readonly items: readonly CalendarItem[]
  readonly mover: Mover
}

/** The post that the address names. It may lie outside of the days in view. */
export function OpenPost({ id, items, mover }: Props) {
  const go = useGo()
  const shown = items.find(({ post }) => post?.id === id)?.post ?? undefined
  const read = useQuery({ ...postQuery(id), enabled: shown === undefined })
  const post = shown ?? read.data
  const close = () => {
    go({ post: undefined })
    mover.forget()
    focusItem(`post-${id}`)
  }
  const refusal = mover.refusal?.id === id ? mover.refusal : null
  return (
    <PostPanel post={post ?? null} refusal={refusal} close={close}>
      {post && <PostActions post={post} move={(at) => mover.moveToInstant(post, at)} close={close} />}
      {!post && <Missing error={read.error} retry={read.refetch} />}
    </PostPanel>
  )
}

function Missing({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useWords(calendarWords)
  return error ? <ReadError what={t.thePost} error={error} retry={retry} /> : <Skeleton rows={4} widths={[1]} />
}

/** Whoever closes the panel goes on where it was opened. */
function focusItem(key: string): void {
  const item = document.querySelector(`[data-item="${key}"]`)?.closest('button, [role=button], [tabindex]')
  if (item instanceof HTMLElement) item.focus()
}
