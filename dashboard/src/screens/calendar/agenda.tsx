import { useEffect, useMemo, useRef } from 'react'
import { Empty } from '../../parts/empty.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { dayOf, todayIn } from '../../words/wall-time.ts'
import { useWords } from '../../words/words.ts'
import classes from './agenda.module.css'
import type { CalendarItem } from './calendar-item.ts'
import { CalendarItemLines } from './calendar-item-lines.tsx'
import { calendarWords } from './calendar-words.ts'
import { FreeSlot } from './free-slot.tsx'

interface Props {
  readonly items: readonly CalendarItem[]
  readonly zone: string
  readonly selected: string | null
  readonly open: (item: CalendarItem) => void
  /** The free times of a day: “2026-11-24”. */
  readonly freeOf: (day: string) => readonly string[]
  /** The text without items; null while they are read. */
  readonly none: string | null
}

/** The items as a list, day by day. It begins at today. */
export function Agenda({ items, zone, selected, open, freeOf, none }: Props) {
  const t = useWords(calendarWords)
  const days = useMemo(() => byDay(items, zone), [items, zone])
  const today = todayIn(zone)
  const next = days.find(([day]) => day >= today)?.[0]
  const list = useRef<HTMLElement>(null)
  const start = useRef<HTMLElement>(null)
  const isThere = days.length > 0
  useEffect(() => {
    // Only the list scrolls: what stands above it stays.
    if (isThere && list.current && start.current) list.current.scrollTop = start.current.offsetTop
  }, [isThere])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
    <section ref={list} className={classes.agenda} aria-label={t.items} tabIndex={0}>
      {!isThere && (none === null ? <Skeleton /> : <Empty>{none}</Empty>)}
      {days.map(([day, ofDay]) => (
        <section key={day} ref={day === next ? start : undefined} className={classes.day}>
          <DayHead at={ofDay[0]?.at ?? day} isToday={day === today} />
          <ul>
            {ofDay.map((item) => (
              <li key={item.key}>
                <button
                  type="button"
                  className={classes.item}
                  aria-current={item.key === selected || undefined}
                  onClick={() => open(item)}
                >
                  <CalendarItemLines item={item} isSelected={item.key === selected} />
                </button>
              </li>
            ))}
          </ul>
          <Free slots={freeOf(day)} />
        </section>
      ))}
    </section>
  )
}

function byDay(items: readonly CalendarItem[], zone: string): [string, CalendarItem[]][] {
  const inTime = items.toSorted((one, other) => one.at.localeCompare(other.at))
  return Object.entries(Object.groupBy(inTime, ({ at }) => dayOf(at, zone))).map(([day, list]) => [day, list ?? []])
}

function DayHead({ at, isToday }: { readonly at: string; readonly isToday: boolean }) {
  const t = useWords(calendarWords)
  const { day } = useTimes()
  return (
    <h2 className={classes.head}>
      {day(at)}
      {isToday && `, ${t.isToday}`}
    </h2>
  )
}

function Free({ slots }: { readonly slots: readonly string[] }) {
  const t = useWords(calendarWords)
  if (slots.length === 0) return null
  return (
    <p className={classes.free}>
      {t.free}{' '}
      {slots.map((at) => (
        <FreeSlot key={at} at={at} />
      ))}
    </p>
  )
}
