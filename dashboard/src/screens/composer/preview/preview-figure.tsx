import { type ComponentType, memo } from 'react'
import { type PlatformName, titleOf } from '../../../data/platforms.ts'
import { Mark } from '../../../parts/mark.tsx'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import { optionValues } from '../options/option-words.ts'
import { BlueskyPost } from './bluesky-post.tsx'
import { FacebookPost } from './facebook-post.tsx'
import { InstagramPost } from './instagram-post.tsx'
import { LinkedinPost } from './linkedin-post.tsx'
import { Comments } from './parts/comments.tsx'
import type { Shown } from './parts/shown.ts'
import { PinterestPost } from './pinterest-post.tsx'
import { previewWords } from './preview-words.ts'
import { RedditPost } from './reddit-post.tsx'
import { ThreadsPost } from './threads-post.tsx'
import { TiktokPost } from './tiktok-post.tsx'
import classes from './wall.module.css'
import { XPost } from './x-post.tsx'
import { YoutubePost } from './youtube-post.tsx'

const dresses: Readonly<Record<PlatformName, ComponentType<Shown>>> = {
  x: XPost,
  facebook: FacebookPost,
  instagram: InstagramPost,
  linkedin: LinkedinPost,
  youtube: YoutubePost,
  tiktok: TiktokPost,
  pinterest: PinterestPost,
  reddit: RedditPost,
  threads: ThreadsPost,
  bluesky: BlueskyPost,
}

interface Props extends Shown {
  /** Its place, where the two columns become one. */
  readonly at: number
  readonly comments: readonly string[]
  readonly toMend: number
}

/** A picture of the post on one platform, with its kind and length above it. */
export const PreviewFigure = memo(function PreviewFigure({ at, comments, toMend, ...shown }: Props) {
  const t = useWords(previewWords)
  const { count } = useNumbers()
  const { platform, post_type, length, limit, text } = shown.preview
  // A request may name X by its alias.
  const Dress = dresses[(platform === 'twitter' ? 'x' : platform) as PlatformName] ?? XPost
  const isOver = limit !== null && length > limit
  const kinds: Readonly<Record<string, string | undefined>> = useWords(optionValues)
  const kind = post_type === null ? t.noType : (kinds[post_type] ?? post_type)
  return (
    <figure className={classes.figure} style={{ order: at }}>
      <figcaption className={classes.caption}>
        <Mark platform={platform} />
        <b>{titleOf(platform)}</b>
        {post_type !== null && post_type !== 'post' && <span className="cut">{kind}</span>}
        <span className={classes.length} data-over={isOver || toMend > 0 || undefined}>
          {toMend > 0 && !isOver
            ? t.toMend(toMend)
            : limit === null
              ? count(length)
              : t.ofLimit(count(length), count(limit))}
        </span>
      </figcaption>
      <div role="img" aria-label={t.label(titleOf(platform), kind, text)} className={classes.picture}>
        <Dress {...shown} />
        <Comments account={shown.account} comments={comments} />
      </div>
    </figure>
  )
})
