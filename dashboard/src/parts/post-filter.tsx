import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { titleOf } from '../data/platforms.ts'
import { type PostFilter as Filter, isFiltered, type PostGroup } from '../data/post-filter.ts'
import { useNumbers } from '../words/numbers.ts'
import { useWords } from '../words/words.ts'
import { Icon } from './icon.tsx'
import classes from './post-filter.module.css'
import { filterWords } from './post-filter-words.ts'

/** The names of the groups of posts. */
export const useGroupNames = (): Readonly<Record<PostGroup, string>> => useWords(filterWords)

interface Props {
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
  /** Deleted posts can be chosen, too. */
  readonly withDeleted?: boolean
}

// The menu is loaded when somebody opens it.
const PostFilterMenu = lazy(async () => ({ default: (await import('./post-filter-menu.tsx')).PostFilterMenu }))

/** Chooses which posts a screen shows. */
export function PostFilter({ filter, onChange, withDeleted = false }: Props) {
  const t = useWords(filterWords)
  const summary = useSummary(filter)
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [wasOpened, setOpened] = useState(false)
  const button = (
    <Button
      variant="subtle"
      className={classes.button}
      leftSection={<Icon name="filter" />}
      data-on={isFiltered(filter) || undefined}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${t.filter}: ${summary}`}
      onClick={() => {
        setOpened(true)
        toggle()
      }}
    >
      <span className="cut">{summary}</span>
    </Button>
  )
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <PostFilterMenu
        filter={filter}
        onChange={onChange}
        withDeleted={withDeleted}
        target={button}
        isOpen={isOpen}
        close={close}
      />
    </Suspense>
  )
}

function useSummary({ groups = [], platforms = [], label, deleted }: Filter): string {
  const t = useWords(filterWords)
  const { list } = useNumbers()
  const names = [
    ...(deleted ? [t.deleted] : groups.map((group) => t[group])),
    ...platforms.map(titleOf),
    ...(label === undefined ? [] : [label]),
  ]
  return names.length === 0 ? t.all : list(names)
}
