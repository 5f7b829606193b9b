import FullCalendar, { type DayCellInfo, type EventDropInfo, type PluginInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import '@fullcalendar/react/skeleton.css'
import classic from '@fullcalendar/react/themes/classic'
import '@fullcalendar/react/themes/classic/theme.css'
import { useViewportSize } from '@mantine/hooks'
import type { Post } from '@polypost/sdk'
import { useMemo } from 'react'
import { useLanguage } from '../../words/language.tsx'
import { dayOf, movedBy, wallTimeOf } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import type { LocalTime } from '../../words/zoned.ts'
import classes from './calendar-grid.module.css'
import type { CalendarItem } from './calendar-item.ts'
import { CalendarItemLines } from './calendar-item-lines.tsx'
import { calendarWords } from './calendar-words.ts'
import { SlotLine } from './free-slot.tsx'

export interface GridProps {
  /** A day of the month or the week. */
  readonly date: string
  readonly zone: string
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDay: number
  readonly items: readonly CalendarItem[]
  readonly selected: string | null
  readonly open: (item: CalendarItem) => void
  /** Somebody dragged it to this time of the clocks. */
  readonly moved: (post: Post, to: LocalTime) => void
  /** The free times of the profile. */
  readonly slots: readonly string[]
  readonly openSlot: (at: string) => void
}

interface Props extends GridProps {
  readonly view?: 'month' | 'week'
  /** Additional plugins that FullCalendar needs for the view. */
  readonly plugins?: readonly PluginInput[]
}

const always = [dayGrid, interaction, classic]
const none: readonly PluginInput[] = []
const views = { month: 'dayGridMonth', week: 'timeGridWeek' } as const
const weekday = { weekday: 'short' } as const
const weekdayAndDay = { weekday: 'short', day: 'numeric' } as const

/** FullCalendar gets what the clocks of the zone show, as if it were UTC: its own zones take a second for 500 posts. */
const onClocks = (at: string, zone: string): string => `${wallTimeOf(at, zone)}:00Z`

/** How many items fit into a day of a month, at least two. */
const fitting = (windowHeight: number): number => Math.max(2, Math.floor(((windowHeight - 90) / 6 - 28) / 40))

/** The one place that knows FullCalendar. */
export function CalendarGrid({
  view = 'month',
  plugins = none,
  date,
  zone,
  firstDay,
  items,
  selected,
  open,
  moved,
  slots,
  openSlot,
}: Props) {
  const t = useWords(calendarWords)
  const { locale } = useLanguage()
  const { height } = useViewportSize()
  const used = useMemo(() => [...always, ...plugins], [plugins])
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items])
  const perDay = useMemo(() => countDays(items, zone), [items, zone])
  const most = fitting(height)
  const events = useMemo(() => {
    const shown = view === 'week' ? slots : quietSlots(slots, perDay, most, zone)
    return [
      ...items.map(({ key, at, title, mayMove }) => ({
        id: key,
        start: onClocks(at, zone),
        title,
        editable: mayMove,
      })),
      ...shown.map((at) => ({ id: at, start: onClocks(at, zone), editable: false })),
    ]
  }, [items, slots, view, perDay, most, zone])

  const drop = ({ event, delta, revert }: EventDropInfo) => {
    const post = byKey.get(event.id)?.post
    // The items say where it is: the caller moves it there.
    revert()
    if (!post) return
    const minutes = delta.milliseconds / 60_000
    moved(post, movedBy(wallTimeOf(post.effective_at, zone), { days: delta.days, minutes }))
  }

  return (
    <section className={classes.grid} data-view={view} aria-label={t.items}>
      <FullCalendar
        // Another stretch of time is another calendar.
        key={`${view} ${date} ${zone} ${locale}`}
        plugins={used}
        initialView={views[view]}
        initialDate={date}
        timeZone="UTC"
        now={() => onClocks(new Date().toISOString(), zone)}
        locale={locale}
        firstDay={firstDay % 7}
        height="100%"
        headerToolbar={false}
        borderless
        fixedWeekCount={false}
        events={events}
        eventDisplay="block"
        eventInteractive
        eventDurationEditable={false}
        eventOrder="start"
        dayMaxEvents={most}
        eventMaxStack={2}
        eventMinHeight={40}
        defaultTimedEventDuration={view === 'month' ? '00:01' : '01:00'}
        slotEventOverlap={false}
        allDaySlot={false}
        scrollTime="07:00"
        nowIndicator
        longPressDelay={300}
        dragRevertDuration={0}
        dayHeaderFormat={view === 'month' ? weekday : weekdayAndDay}
        dayHeaderAlign="start"
        slotHeaderFormat={{ hour: '2-digit', minute: '2-digit' }}
        moreLinkText={(count) => t.more(count)}
        moreLinkHint={(count) => t.more(count)}
        closeHint={t.close}
        eventsHint={t.items}
        eventClass={classes.event}
        eventInnerClass={classes.inner}
        dayHeaderInnerClass={({ isToday }) => (isToday && view === 'week' ? classes.headToday : classes.head)}
        dayCellClass={({ isOther }) => (isOther ? classes.other : '')}
        dayCellTopClass={classes.dayTop}
        moreLinkClass={classes.more}
        popoverClass={classes.popover}
        slotHeaderInnerClass={classes.hour}
        dayCellTopContent={(info) => <DayNumber info={info} />}
        eventContent={({ event }) => {
          const item = byKey.get(event.id)
          if (!item) return <SlotLine at={event.id} />
          const isAlone = view === 'month' && perDay.get(dayOf(item.at, zone)) === 1
          return <CalendarItemLines item={item} isSelected={item.key === selected} isAlone={isAlone} />
        }}
        eventClick={({ event }) => {
          const item = byKey.get(event.id)
          if (item) open(item)
          else openSlot(event.id)
        }}
        eventDrop={drop}
      />
    </section>
  )
}

function countDays(items: readonly CalendarItem[], zone: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { at } of items) {
    const day = dayOf(at, zone)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

/** One free time for each day that has room for it. */
function quietSlots(
  slots: readonly string[],
  perDay: ReadonlyMap<string, number>,
  most: number,
  zone: string,
): readonly string[] {
  const firsts = new Map(slots.toReversed().map((at) => [dayOf(at, zone), at]))
  return [...firsts].filter(([day]) => (perDay.get(day) ?? 0) < most).map(([, at]) => at)
}

function DayNumber({ info: { date, isToday } }: { readonly info: DayCellInfo }) {
  const { locale } = useLanguage()
  const isFirst = date.getUTCDate() === 1
  const form = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', ...(isFirst && { month: 'short' }) })
  return <span className={isToday ? classes.today : classes.number}>{form.format(date)}</span>
}
