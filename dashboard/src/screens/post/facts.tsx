import type { Post, Profile } from '@polypost/sdk'
import { inOrder } from '../../data/platforms.ts'
import { useHasProfiles } from '../../data/profiles.ts'
import { Mark } from '../../parts/mark.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './post.module.css'
import { postWords } from './post-words.ts'

interface Props {
  readonly post: Post
  /** Undefined: it was deleted. */
  readonly profile: Profile | undefined
}

/** The content and the origin of the post. */
export function Facts({ post, profile }: Props) {
  const t = useWords(postWords)
  return (
    <aside className={classes.facts} aria-label={t.thePost}>
      <h3 className="label">{t.sharedText}</h3>
      <p className={classes.text}>{post.message}</p>
      <Pictures media={post.media} />
      <OwnTexts options={post.platform_options} />
      {post.comments_under_post.length > 0 && (
        <>
          <h3 className="label">{t.firstComments}</h3>
          {post.comments_under_post.map((comment) => (
            <p key={comment} className={classes.text}>
              {comment}
            </p>
          ))}
        </>
      )}
      <Origin post={post} profile={profile} />
    </aside>
  )
}

function Pictures({ media }: Pick<Post, 'media'>) {
  if (media.length === 0) return null
  return (
    <div className={classes.pictures}>
      {media.map(({ url, thumbnail_url, alt_text }) =>
        /\.(mp4|mov|webm|mkv|avi|mpe?g)$/i.test(url) ? (
          // biome-ignore lint/a11y/useMediaCaption: captions are not part of a post.
          <video
            key={url}
            src={url}
            poster={thumbnail_url ?? undefined}
            preload="metadata"
            aria-label={alt_text ?? ''}
          />
        ) : (
          <img key={url} src={url} alt={alt_text ?? ''} loading="lazy" />
        ),
      )}
    </div>
  )
}

function OwnTexts({ options }: { readonly options: Post['platform_options'] }) {
  const t = useWords(postWords)
  const own = inOrder(Object.entries(options ?? {}), ([platform]) => platform).flatMap(([platform, values]) =>
    typeof values === 'object' && values !== null && 'message' in values && typeof values.message === 'string'
      ? [{ platform, text: values.message }]
      : [],
  )
  if (own.length === 0) return null
  return (
    <>
      <h3 className="label">{t.ownText}</h3>
      {own.map(({ platform, text }) => (
        <p key={platform} className={classes.own}>
          <Mark platform={platform} alone />
          <span className={classes.text}>{text}</span>
        </p>
      ))}
    </>
  )
}

function Origin({ post, profile }: Props) {
  const t = useWords(postWords)
  const times = useTimes()
  const hasOthers = useHasProfiles()
  return (
    <>
      <h3 className="label">{t.facts}</h3>
      <dl className="numbers">
        {profile && hasOthers && (
          <>
            <dt>{t.profile}</dt>
            <dd>
              <bdi>{profile.name}</bdi>
            </dd>
          </>
        )}
        {post.created_by && (
          <>
            <dt>{t.madeBy}</dt>
            <dd>
              {post.created_by.name}, {t.through[post.source]}
            </dd>
          </>
        )}
        <dt>{t.made}</dt>
        <dd>{times.time(post.created_at)}</dd>
        {post.updated_by && (
          <>
            <dt>{t.changedBy}</dt>
            <dd>{post.updated_by.name}</dd>
          </>
        )}
        {post.labels.length > 0 && (
          <>
            <dt>{t.labels}</dt>
            <dd>{post.labels.join(', ')}</dd>
          </>
        )}
        <dt>{t.revision}</dt>
        <dd>{post.revision}</dd>
      </dl>
    </>
  )
}
