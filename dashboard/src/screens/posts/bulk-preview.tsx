import type { Post } from '@polypost/sdk'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { useWords } from '../../words/words.ts'
import classes from './posts.module.css'
import { bulkWords, postsWords } from './posts-words.ts'
import type { BulkRefusal } from './use-bulk.ts'

/** The outcome that a post will have. */
export interface Outcome {
  readonly post: Post
  readonly text: string
  /** It stays as it is. */
  readonly stays: boolean
}

/** The outcomes, before they happen. */
export function BulkPreview({ outcomes }: { readonly outcomes: readonly Outcome[] }) {
  const t = useWords(bulkWords)
  const { withoutText } = useWords(postsWords)
  const times = useTimes()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
    <section className={classes.preview} aria-label={t.willBe} tabIndex={0}>
      <ul>
        {outcomes.map(({ post, text, stays }) => (
          <li key={post.id} data-stays={stays || undefined}>
            <b className="cut">{titleOfText(post.message) || withoutText}</b>
            {times.time(post.effective_at)}: {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The refusals of the service, post by post. */
export function BulkRefused({ refused, posts }: { readonly refused: BulkRefusal; readonly posts: readonly Post[] }) {
  const t = useWords(bulkWords)
  const { withoutText } = useWords(postsWords)
  if (refused.length === 0) return null
  const titleOf = (id: number) => titleOfText(posts.find((post) => post.id === id)?.message ?? '') || withoutText
  return (
    <div role="alert">
      <p className={classes.refused}>{t.refused(refused.length)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. */}
      <section className={classes.preview} aria-label={t.refused(refused.length)} tabIndex={0}>
        <ul>
          {refused.map(({ id, error }) => (
            <li key={id}>
              <b className="cut">{titleOf(id)}</b>
              {error?.message}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
