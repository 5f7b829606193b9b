import { memo } from 'react'
import { titleOf } from '../../../data/platforms.ts'
import { Mark } from '../../../parts/mark.tsx'
import { postOf, usePlatformWords } from '../../../platforms/loaded.ts'
import { Comments } from '../../../platforms/shared/comments.tsx'
import { PlainPost } from '../../../platforms/shared/plain-post.tsx'
import type { PreviewedPost } from '../../../platforms/shared/shown.ts'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import { previewWords } from './preview-words.ts'
import classes from './wall.module.css'

interface Props extends PreviewedPost {
  /** Its position, where the two columns become one. */
  readonly at: number
  readonly comments: readonly string[]
  readonly toFix: number
}

/** A picture of the post on one platform, with its kind and length above it. */
export const PreviewFigure = memo(function PreviewFigure({ at, comments, toFix, ...shown }: Props) {
  const t = useWords(previewWords)
  const { count } = useNumbers()
  const { platform, post_type, length, limit, text } = shown.preview
  const Post = postOf(platform) ?? PlainPost
  const isOver = limit !== null && length > limit
  const { values: kinds } = usePlatformWords(platform)
  const kind = post_type === null ? t.noType : (kinds[post_type] ?? post_type)
  return (
    <figure className={classes.figure} style={{ order: at }}>
      <figcaption className={classes.caption}>
        <Mark platform={platform} />
        <b>{titleOf(platform)}</b>
        {post_type !== null && post_type !== 'post' && <span className="cut">{kind}</span>}
        <span className={classes.length} data-over={isOver || toFix > 0 || undefined}>
          {toFix > 0 && !isOver
            ? t.toFix(toFix)
            : limit === null
              ? count(length)
              : t.ofLimit(count(length), count(limit))}
        </span>
      </figcaption>
      <div role="img" aria-label={t.label(titleOf(platform), kind, text)} className={classes.picture}>
        <Post {...shown} />
        <Comments account={shown.account} comments={comments} />
      </div>
    </figure>
  )
})
