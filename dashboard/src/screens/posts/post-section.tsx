import { Button, Checkbox } from '@mantine/core'
import type { Post } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { Marks } from '../../parts/marks.tsx'
import { useGroupNames } from '../../parts/post-filter.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { State, stateOfPost } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { useWords } from '../../words/words.ts'
import classes from './posts.module.css'
import { postsWords } from './posts-words.ts'
import type { Section } from './use-sections.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  readonly section: Section
  readonly selection: Selection
}

/** The posts of one state. What is over is divided by days. */
export function PostSection({ section: { name, posts, more, isReading, error, retry }, selection }: Props) {
  const t = useWords(postsWords)
  const title = useGroupNames()[name]
  if (posts.length === 0 && !more && !error) return null
  return (
    <section className={classes.section} aria-label={title}>
      {(name !== 'done' || posts.length === 0) && <h2>{title}</h2>}
      {Boolean(error) && <ReadError what={t.thePosts} error={error} retry={retry} />}
      {name === 'done' ? <Days posts={posts} selection={selection} /> : <Rows posts={posts} selection={selection} />}
      {more && (
        <Button className={classes.more} loading={isReading} onClick={more}>
          {t.more}
        </Button>
      )}
    </section>
  )
}

interface RowsProps {
  readonly posts: readonly Post[]
  readonly selection: Selection
}

function Days({ posts, selection }: RowsProps) {
  const { day } = useTimes()
  const days = Map.groupBy(posts, ({ effective_at }) => day(effective_at))
  return [...days].map(([title, ofDay]) => (
    <section key={title} className={classes.day} aria-label={title}>
      <h2>{title}</h2>
      <Rows posts={ofDay} selection={selection} />
    </section>
  ))
}

function Rows({ posts, selection }: RowsProps) {
  return (
    <ul>
      {posts.map((post) => (
        <Row key={post.id} post={post} selection={selection} />
      ))}
    </ul>
  )
}

function Row({ post, selection }: { readonly post: Post; readonly selection: Selection }) {
  const t = useWords(postsWords)
  const times = useTimes()
  const mayEdit = useMay('editor')
  const title = titleOfText(post.message) || t.withoutText
  const isSelected = selection.posts.has(post.id)
  return (
    <li className={classes.row} data-selected={isSelected || undefined} data-plain={!mayEdit || undefined}>
      {mayEdit && (
        <Checkbox aria-label={t.select(title)} checked={isSelected} onChange={() => selection.toggle(post)} />
      )}
      <Link
        to="/p/$profile/posts/$id"
        params={{ profile: post.profile_id ?? 'all', id: String(post.id) }}
        className={classes.title}
      >
        <RowProfile id={post.profile_id} />
        {title}
      </Link>
      <span className={classes.state}>
        <State state={stateOfPost(post)} />
      </span>
      <span className={classes.marks}>
        <Marks platforms={post.platforms} size={14} most={6} />
      </span>
      <time className={classes.time} dateTime={post.effective_at}>
        {times.time(post.effective_at)}
      </time>
    </li>
  )
}
