import { Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type PostFilter as Filter, filterOf, isFiltered, searchOf } from '../../data/post-filter.ts'
import { useHere } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Empty } from '../../parts/empty.tsx'
import { PostFilter } from '../../parts/post-filter.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeletedPosts } from './deleted-posts.tsx'
import { Export } from './export.tsx'
import { PostSection } from './post-section.tsx'
import classes from './posts.module.css'
import { postsWords } from './posts-words.ts'
import { useSections } from './use-sections.ts'
import { useSelection } from './use-selection.ts'

/** All posts of the profile: first what needs somebody. */
export function Posts() {
  const here = useHere()
  const t = useWords(postsWords)
  const { zoneName } = useTimes()
  const filter = useSearch({ from: '/p/$profile/posts', select: filterOf, structuralSharing: true })
  const navigate = useNavigate({ from: '/p/$profile/posts' })
  const show = (next: Filter) => void navigate({ search: searchOf(next), replace: true })
  return (
    <Screen
      title={t.title}
      of={here.profile}
      fact={t.zone(zoneName())}
      actions={
        <>
          <PostFilter
            filter={filter}
            withDeleted
            onChange={(next) => show({ ...next, ...(filter.text && { text: filter.text }) })}
          />
          <Import />
          <Export filter={filter} />
        </>
      }
    >
      <div className={classes.posts}>
        <Search filter={filter} show={show} />
        {filter.deleted ? <DeletedPosts filter={filter} /> : <Sections filter={filter} />}
      </div>
    </Screen>
  )
}

function Sections({ filter }: { readonly filter: Filter }) {
  const sections = useSections(filter)
  const selection = useSelection()
  const isPending = sections.some((section) => section.isPending)
  const isEmpty = !isPending && sections.every(({ posts, error, more }) => posts.length === 0 && !error && !more)
  return (
    <>
      {isPending && sections.every(({ posts }) => posts.length === 0) && <Skeleton rows={8} />}
      {isEmpty && <None filter={filter} />}
      {sections.map((section) => (
        <PostSection key={section.name} section={section} selection={selection} />
      ))}
      <BulkBar selection={selection} />
    </>
  )
}

/** In milliseconds, after the last letter. */
const pause = 300

function Search({ filter, show }: { readonly filter: Filter; readonly show: (filter: Filter) => void }) {
  const t = useWords(postsWords)
  const [text, setText] = useState(filter.text ?? '')
  const search = useDebouncedCallback((value: string) => {
    const { text: _, ...others } = filter
    show(value.trim() === '' ? others : { ...others, text: value.trim() })
  }, pause)
  return (
    <TextInput
      type="search"
      className={classes.search}
      label={t.search}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        search(value)
      }}
    />
  )
}

function Import() {
  const here = useHere()
  const t = useWords(postsWords)
  if (!useMay('author')) return null
  return (
    <Button
      variant="subtle"
      className={classes.wide}
      renderRoot={(props) => <Link to="/p/$profile/import" params={here} {...props} />}
    >
      {t.import}
    </Button>
  )
}

function None({ filter }: { readonly filter: Filter }) {
  const here = useHere()
  const t = useWords(postsWords)
  const mayWrite = useMay('author')
  if (isFiltered(filter))
    return (
      <Empty
        action={
          <Button renderRoot={(props) => <Link to="/p/$profile/posts" params={here} {...props} />}>{t.showAll}</Button>
        }
      >
        {t.noneFound}
      </Empty>
    )
  const action = mayWrite && (
    <Button renderRoot={(props) => <Link to="/p/$profile/new" params={here} {...props} />}>{t.newPost}</Button>
  )
  return <Empty action={action}>{t.none}</Empty>
}
