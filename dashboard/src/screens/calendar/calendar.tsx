import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isFiltered, searchOf } from '../../data/post-filter.ts'
import { useHere } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { lazily } from '../../parts/lazily.tsx'
import { PostFilter } from '../../parts/post-filter.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { CalendarGrid } from './calendar-grid.tsx'
import { Steps, Views } from './calendar-head.tsx'
import type { CalendarItem } from './calendar-item.ts'
import { calendarWords } from './calendar-words.ts'
import { type CalendarState, useCalendar, useGo, useOpen, useOpenSlot } from './use-calendar.ts'
import { useCalendarItems, useFreeSlots } from './use-calendar-items.ts'
import { type Mover, useMove } from './use-move.ts'

const WeekGrid = lazily(async () => (await import('./week-grid.tsx')).WeekGrid)
const OpenPost = lazily(async () => (await import('./open-post.tsx')).OpenPost)

const noFilter = { status: undefined, platform: undefined, label: undefined, q: undefined }

/** The posts and planned drafts, by their time. */
export function Calendar() {
  const here = useHere()
  const t = useWords(calendarWords)
  const { zoneName } = useTimes()
  const state = useCalendar()
  const { title, stretch, date, view, filter, isPhone, openId, zone } = state
  const go = useGo()
  const { posts, drafts, items } = useCalendarItems(stretch, zone, filter)
  const mover = useMove((id) => go({ post: id }))
  const views = <Views view={view} choose={(next) => go({ view: next })} />
  return (
    <Screen
      title={title}
      of={here.profile}
      beside={<Steps stretch={stretch} go={(next) => go({ date: next })} />}
      fact={t.zone(zoneName(`${date}T12:00:00Z`))}
      fills
      actions={
        <>
          <PostFilter filter={filter} onChange={(next) => go({ ...noFilter, ...searchOf(next) })} />
          {!isPhone && <Import />}
          {!isPhone && views}
        </>
      }
    >
      <div className={classes.layout} aria-busy={posts.isFetching}>
        <div className={classes.main}>
          {isPhone && <div className={classes.views}>{views}</div>}
          <Failed what={t.posts} read={posts} />
          <Failed what={t.drafts} read={drafts} />
          <Days state={state} items={items} isRead={posts.data !== undefined} mover={mover} />
        </div>
        {openId !== null && <OpenPost key={openId} id={openId} items={items} mover={mover} />}
      </div>
    </Screen>
  )
}

function Import() {
  const here = useHere()
  const t = useWords(calendarWords)
  if (!useMay('author')) return null
  return (
    <Button variant="subtle" renderRoot={(props) => <Link to="/p/$profile/import" params={here} {...props} />}>
      {t.import}
    </Button>
  )
}

interface QueryState {
  readonly error: unknown
  readonly refetch: () => unknown
}

function Failed({ what, read: { error, refetch } }: { readonly what: string; readonly read: QueryState }) {
  if (!error) return null
  return (
    <div className={classes.error}>
      <ReadError what={what} error={error} retry={refetch} />
    </div>
  )
}

interface DaysProps {
  readonly state: CalendarState
  readonly items: readonly CalendarItem[]
  readonly isRead: boolean
  readonly mover: Mover
}

function Days({ state, items, isRead, mover }: DaysProps) {
  const t = useWords(calendarWords)
  const { shape, date, firstDay, stretch, title, zone, filter, openId } = state
  const open = useOpen()
  const openSlot = useOpenSlot()
  const { slots, freeOf } = useFreeSlots(zone)
  const selected = openId === null ? null : `post-${openId}`
  const shared = { items, zone, selected, open }
  if (shape === 'list') {
    const none = (isFiltered(filter) ? t.noneFound : t.none)(title)
    return <Agenda key={stretch.first} {...shared} freeOf={freeOf} none={isRead ? none : null} />
  }
  const Grid = shape === 'week' ? WeekGrid : CalendarGrid
  return <Grid {...shared} date={date} firstDay={firstDay} moved={mover.moveTo} slots={slots} openSlot={openSlot} />
}
