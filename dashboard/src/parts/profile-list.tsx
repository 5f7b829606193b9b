import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ProfileOverview } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { overviewOfQuery, overviewQuery } from '../data/overview.ts'
import { useLanguage } from '../words/language.tsx'
import { useWords } from '../words/words.ts'
import { Icon } from './icon.tsx'
import { type ProfileGroup, profileGroups } from './profile-groups.ts'
import classes from './profile-list.module.css'
import { profileListWords } from './profile-list-words.ts'
import { ProfileOption } from './profile-option.tsx'

interface Props {
  /** The profile in view by its ID, or `all`. */
  readonly current: string
  /** All profiles together can be chosen, too. */
  readonly withAll?: boolean
  readonly pinned?: readonly string[]
  readonly recent?: readonly string[]
  readonly choose: (id: string) => void
}

/** In milliseconds, after the last letter. */
const pause = 150

/** Chooses one profile of many: by its name, with the keyboard or the pointer. */
export function ProfileList({ current, withAll = false, pinned = [], recent = [], choose }: Props) {
  const t = useWords(profileListWords)
  const { locale } = useLanguage()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), pause)
  const { data: first } = useQuery(overviewQuery(''))
  const { data: found, isPlaceholderData } = useQuery(overviewQuery(asked))
  // Not what an earlier text has found.
  const isFound = found !== undefined && !isPlaceholderData && asked === search.trim()
  const { data: near = [] } = useQuery(overviewOfQuery([...new Set([...pinned, ...recent])]))
  const groups = first
    ? profileGroups({
        all: [...first.profiles, ...near.filter(({ id }) => !first.profiles.some((one) => one.id === id))],
        found: isFound ? found.profiles : [],
        search: search.trim(),
        pinned,
        recent,
        current,
        locale,
      })
    : []
  const hasAll = withAll && search.trim() === ''
  const ids = [...(hasAll ? ['all'] : []), ...groups.flatMap(({ profiles }) => profiles.map(({ id }) => id))]
  const [marked, setMarked] = useState<number | null>(null)
  const active = marked ?? Math.max(0, ids.indexOf(current))
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: ids.length - 1 }[event.key]
    const chosen = ids[active]
    if (to !== undefined && ids.length > 0) setMarked((to + ids.length) % ids.length)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }
  const mark = (id: string) => setMarked(ids.indexOf(id))
  const isActive = (id: string) => ids[active] === id
  return (
    <div className={classes.choice}>
      <TextInput
        data-autofocus
        aria-label={t.search(first?.total ?? 0)}
        placeholder={t.search(first?.total ?? 0)}
        variant="unstyled"
        leftSection={<Icon name="search" />}
        role="combobox"
        aria-expanded
        aria-controls="profiles"
        aria-activedescendant={ids[active] === undefined ? undefined : `profile-${ids[active]}`}
        classNames={{ input: classes.input }}
        value={search}
        onChange={({ currentTarget: { value } }) => {
          setSearch(value)
          setMarked(value.trim() === '' ? null : 0)
        }}
        onKeyDown={press}
      />
      <Options active={ids[active]}>
        {hasAll && (
          <ProfileOption
            id="all"
            name={t.all}
            fact={t.count(first?.total ?? 0)}
            counts={sumOf(first)}
            isActive={isActive('all')}
            isCurrent={current === 'all'}
            mark={mark}
            choose={choose}
          />
        )}
        {groups.map((group) => (
          <Group key={group.name} group={group} isActive={isActive} current={current} mark={mark} choose={choose} />
        ))}
      </Options>
      {isFound && ids.length === 0 && <p className={classes.none}>{t.none}</p>}
    </div>
  )
}

interface FirstProfiles {
  readonly profiles: readonly ProfileOverview[]
  readonly total: number
}

/** Nothing where only a part of the profiles is known: a sum of some would be taken for that of all. */
const sumOf = (first: FirstProfiles | undefined) => {
  const profiles = first && first.profiles.length === first.total ? first.profiles : []
  return {
    attention: profiles.reduce((sum, { attention }) => sum + attention, 0),
    unread: profiles.reduce((sum, { unread }) => sum + unread, 0),
  }
}

/** The list scrolls so that the marked option is seen. */
function Options({ active, children }: { readonly active: string | undefined; readonly children: ReactNode }) {
  const t = useWords(profileListWords)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void list.current?.querySelector(`#profile-${CSS.escape(active ?? '')}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} className={classes.list} id="profiles" role="listbox" aria-label={t.list}>
      {children}
    </div>
  )
}

interface GroupProps {
  readonly group: ProfileGroup
  readonly isActive: (id: string) => boolean
  readonly current: string
  readonly mark: (id: string) => void
  readonly choose: (id: string) => void
}

function Group({ group: { name, profiles }, isActive, current, mark, choose }: GroupProps) {
  const t = useWords(profileListWords)
  const rows = profiles.map((profile) => (
    <ProfileOption
      key={profile.id}
      id={profile.id}
      name={profile.name}
      face={profile}
      fact={[
        t.accounts(profile.accounts),
        ...(profile.to_reconnect > 0 ? [t.reconnect(profile.to_reconnect)] : []),
      ].join(' · ')}
      counts={profile}
      isActive={isActive(profile.id)}
      isCurrent={current === profile.id}
      mark={mark}
      choose={choose}
    />
  ))
  if (name === 'found') return rows
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box.
    <div role="group" aria-label={t[name]}>
      <p className={classes.heading} aria-hidden="true">
        {t[name]}
      </p>
      {rows}
    </div>
  )
}
