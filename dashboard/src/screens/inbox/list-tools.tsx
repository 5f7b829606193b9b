import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type CountInboxResult, commentPlatforms } from '@polypost/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { commentedPlatform, type InboxFilter, inboxViews } from '../../data/inbox-filter.ts'
import { titleOf } from '../../data/platforms.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useWords } from '../../words/words.ts'
import { inboxWords } from './inbox-words.ts'
import classes from './list.module.css'

interface Props {
  readonly filter: InboxFilter
  readonly counts: CountInboxResult | undefined
}

/** Changes the address; what is undefined leaves it. */
function useShow() {
  const navigate = useNavigate()
  return (change: { readonly [Field in keyof InboxFilter]: InboxFilter[Field] | undefined }) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
}

/** Which comments the list shows. */
export function ListTools({ filter, counts }: Props) {
  const t = useWords(inboxWords)
  const show = useShow()
  return (
    <div className={classes.tools}>
      <Views filter={filter} counts={counts} />
      <div className={classes.search}>
        <Search text={filter.q} show={(q) => show({ q })} />
        <NativeSelect
          aria-label={t.platform}
          value={filter.platform ?? ''}
          onChange={({ currentTarget }) => show({ platform: commentedPlatform(currentTarget.value) })}
          data={[
            { value: '', label: t.everyPlatform },
            ...commentPlatforms.map((name) => ({ value: name, label: titleOf(name) })),
          ]}
        />
      </div>
      {filter.post !== undefined && (
        <p className={classes.note}>
          {t.onPost}
          <button type="button" className="link" onClick={() => show({ post: undefined })}>
            {t.showAll}
          </button>
        </p>
      )}
    </div>
  )
}

function Views({ filter, counts }: Props) {
  const t = useWords(inboxWords)
  const { count } = useNumbers()
  const numbers = { all: 0, unread: counts?.unread ?? 0, approve: counts?.needs_approval ?? 0 }
  return (
    <nav className={classes.views} aria-label={t.views}>
      {(['all', ...inboxViews] as const).map((name) => (
        <Link
          key={name}
          to="."
          search={(before) => ({ ...before, view: name === 'all' ? undefined : name })}
          data-on={(filter.view ?? 'all') === name || undefined}
          aria-current={(filter.view ?? 'all') === name ? 'page' : undefined}
        >
          {t[name]}
          {numbers[name] > 0 && <span data-wants={name === 'approve' || undefined}>{count(numbers[name])}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** In milliseconds, after the last letter. */
const pause = 300

interface SearchProps {
  readonly text: string | undefined
  readonly show: (text: string | undefined) => void
}

function Search({ text: given = '', show }: SearchProps) {
  const t = useWords(inboxWords)
  const [text, setText] = useState(given)
  // “Show all comments” empties it, too.
  useEffect(() => {
    if (given === '') setText('')
  }, [given])
  const search = useDebouncedCallback((value: string) => show(value.trim() || undefined), pause)
  return (
    <TextInput
      type="search"
      aria-label={t.search}
      placeholder={t.searchShort}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        search(value)
      }}
    />
  )
}
