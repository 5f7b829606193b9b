import { ActionIcon } from '@mantine/core'
import type { Slot } from '@polypost/sdk'
import { useRef } from 'react'
import { Icon } from '../../../parts/icon.tsx'
import { firstDayIn } from '../../../words/first-day.ts'
import { useLanguage } from '../../../words/language.tsx'
import { timesIn } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import classes from './times.module.css'
import { timesWords } from './times-words.ts'
import { dayName, type Weekday, weekFrom } from './week.ts'

const useSlotClock = () => {
  const { clock } = timesIn(useLanguage().locale, 'UTC')
  return ({ time }: Slot): string => clock(`2024-01-01T${time}:00Z`)
}

/** “Mon 09:00, Thu 17:30” */
export function useSlotsText() {
  const { locale } = useLanguage()
  const clock = useSlotClock()
  return (slots: readonly Slot[]): string =>
    slots.map((slot) => `${dayName(slot.weekday, locale, 'short')} ${clock(slot)}`).join(', ')
}

interface Props {
  readonly slots: readonly Slot[]
  /** Null: the person may not change them. */
  readonly remove: ((slot: Slot) => void) | null
}

/** The posting times of each day of the week. */
export function WeekSlots({ slots, remove }: Props) {
  const { locale } = useLanguage()
  return (
    <ul className={classes.week}>
      {weekFrom(firstDayIn(locale)).map((day) => (
        <Day key={day} day={day} slots={slots.filter(({ weekday }) => weekday === day)} remove={remove} />
      ))}
    </ul>
  )
}

function Day({ day, slots, remove }: Props & { readonly day: Weekday }) {
  const t = useWords(timesWords)
  const { locale } = useLanguage()
  const row = useRef<HTMLLIElement>(null)
  const name = dayName(day, locale, 'long')
  const clock = useSlotClock()
  return (
    <li className={classes.day} ref={row} tabIndex={-1} aria-label={name}>
      <span className={classes.dayName}>{name}</span>
      {slots.length === 0 && <span className="third">{t.none}</span>}
      <ul className={classes.slots}>
        {slots.map((slot) => {
          const time = clock(slot)
          return (
            <li key={slot.time} className={classes.slot}>
              <time>{time}</time>
              {remove && (
                <ActionIcon
                  size="xs"
                  aria-label={t.remove(name, time)}
                  onClick={() => {
                    remove(slot)
                    // The button goes away, and the keyboard must not go back to the top.
                    row.current?.focus()
                  }}
                >
                  <Icon name="close" />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
