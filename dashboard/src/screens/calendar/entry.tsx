import { Marks } from '../../parts/marks.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import type { Entry } from './entries.ts'
import classes from './entry.module.css'

interface Props {
  readonly entry: Entry
  readonly isSelected: boolean
  /** Nothing else is on its day: the title may take two lines. */
  readonly isAlone?: boolean
}

/** A post in the calendar: its state, its time, where it goes, and its title. */
export function EntryLines({ entry, isSelected, isAlone = false }: Props) {
  const times = useTimes()
  return (
    <span
      className={classes.entry}
      data-entry={entry.key}
      data-over={entry.isOver || undefined}
      data-alone={isAlone || undefined}
      data-selected={isSelected || undefined}
    >
      <State state={entry.state} short />
      <time dateTime={entry.at}>{times.clock(entry.at)}</time>
      <span className={classes.marks}>
        <Marks platforms={entry.platforms} size={11} most={3} />
      </span>
      <b className={classes.title}>
        <RowProfile id={entry.profileId} />
        {entry.title}
      </b>
    </span>
  )
}
