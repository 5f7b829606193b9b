import { Marks } from '../../parts/marks.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import classes from './calendar-item.module.css'
import type { CalendarItem } from './calendar-item.ts'

interface Props {
  readonly item: CalendarItem
  readonly isSelected: boolean
  /** Nothing else is on its day: the title may take two lines. */
  readonly isAlone?: boolean
}

/** A post in the calendar: its state, its time, where it goes, and its title. */
export function CalendarItemLines({ item, isSelected, isAlone = false }: Props) {
  const times = useTimes()
  return (
    <span
      className={classes.item}
      data-item={item.key}
      data-over={item.isOver || undefined}
      data-alone={isAlone || undefined}
      data-selected={isSelected || undefined}
    >
      <State state={item.state} short />
      <time dateTime={item.at}>{times.clock(item.at)}</time>
      <span className={classes.marks}>
        <Marks platforms={item.platforms} size={11} most={3} />
      </span>
      <b className={classes.title}>
        <RowProfile id={item.profileId} />
        {item.title}
      </b>
    </span>
  )
}
