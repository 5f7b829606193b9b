import { ActionIcon } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { inOrder, titleOf } from '../../data/platforms.ts'
import { Icon } from '../../parts/icon.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ProfileName } from '../../parts/profile-name.tsx'
import { State, stateOfJob, stateOfPost } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { calendarWords } from './calendar-words.ts'
import classes from './post-panel.module.css'
import type { Refusal } from './use-move.ts'

interface Props {
  /** Null until it is read. */
  readonly post: Post | null
  /** The service refused to move it. */
  readonly refusal: Refusal | null
  readonly close: () => void
  /** The actions for it, or the reason why it is not there. */
  readonly children: ReactNode
}

/** A post beside the calendar; on phones it takes the whole page. */
export function PostPanel({ post, refusal, close, children }: Props) {
  const t = useWords(calendarWords)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const press = ({ key, target }: KeyboardEvent) => {
    // Not from a dialog of the panel, which closes itself.
    if (key === 'Escape' && target instanceof Node && panel.current?.contains(target)) close()
  }
  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-label={t.thePost} onKeyDown={press}>
      <header className={classes.head}>
        {post && <State state={stateOfPost(post)} />}
        {post && (
          <ActionIcon
            className={classes.apart}
            aria-label={t.openPage}
            renderRoot={(props) => (
              <Link
                to="/p/$profile/posts/$id"
                params={{ profile: post.profile_id ?? 'all', id: String(post.id) }}
                {...props}
              />
            )}
          >
            <Icon name="open" />
          </ActionIcon>
        )}
        <ActionIcon aria-label={t.close} onClick={close}>
          <Icon name="close" />
        </ActionIcon>
      </header>
      {post && <Content post={post} refusal={refusal} />}
      {children}
    </section>
  )
}

function Content({ post, refusal }: { readonly post: Post; readonly refusal: Refusal | null }) {
  const t = useWords(calendarWords)
  const times = useTimes()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
    <section className={classes.body} aria-label={t.content} tabIndex={0}>
      <ProfileName id={post.profile_id} />
      <h2 className={classes.time}>
        <time dateTime={post.effective_at}>{times.full(post.effective_at)}</time>
      </h2>
      <When post={post} />
      {refusal && (
        <div className={classes.refusal}>
          <p>{t.stays(times.time(post.effective_at))}</p>
          <Problem error={refusal.error} />
        </div>
      )}
      <p className={classes.text}>{post.message}</p>
      <Media post={post} />
      <Destinations post={post} />
      {post.labels.length > 0 && (
        <>
          <h3 className="label">{t.labels}</h3>
          <p className={classes.labels}>{post.labels.join(' · ')}</p>
        </>
      )}
    </section>
  )
}

function When({ post: { effective_at, editable } }: { readonly post: Post }) {
  const t = useWords(calendarWords)
  const relative = useTimes().relative(effective_at)
  const parts = [...(relative === null ? [] : [relative]), ...(editable ? [t.scheduled] : [])]
  if (parts.length === 0) return null
  return <p className="small third">{parts.join(' · ')}</p>
}

function Media({ post: { media } }: { readonly post: Post }) {
  const t = useWords(calendarWords)
  if (media.length === 0) return null
  return (
    <ul className={classes.media} aria-label={t.media(media.length)}>
      {media.map(({ url, thumbnail_url, alt_text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may stand in a post twice.
        <li key={index}>
          <Picture url={thumbnail_url ?? url} alt={alt_text} />
        </li>
      ))}
    </ul>
  )
}

const isFilm = (url: string): boolean => /\.(mp4|mov|webm|m4v)($|\?)/i.test(url)

function Picture({ url, alt }: { readonly url: string; readonly alt: string | null }) {
  const t = useWords(calendarWords)
  if (isFilm(url)) return <span className={classes.film}>{t.video}</span>
  return <img src={url} alt={alt ?? ''} loading="lazy" />
}

function Destinations({ post }: { readonly post: Post }) {
  const t = useWords(calendarWords)
  const jobs = inOrder(post.jobs, ({ platform }) => platform)
  const hasOwnText = (platform: string) => {
    // The options of a platform, as the API keeps them.
    const options = post.platform_options?.[platform] as { readonly message?: unknown } | undefined
    return typeof options?.message === 'string'
  }
  return (
    <>
      <h3 className="label">{t.goesTo(jobs.length)}</h3>
      <ul className={classes.jobs}>
        {jobs.map(({ jobId, platform, status }) => (
          <li key={jobId}>
            <Mark platform={platform} />
            <span>{titleOf(platform)}</span>
            <span className="third">{hasOwnText(platform) && t.ownText}</span>
            <State state={stateOfJob(status, post.scheduled_at)} />
          </li>
        ))}
      </ul>
    </>
  )
}
