import { Link } from '@tanstack/react-router'
import { useHere } from '../../data/scope.ts'
import { Icon } from '../../parts/icon.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { calendarWords } from './calendar-words.ts'
import classes from './free-slot.module.css'

/** A time at which the profile posts and no post is planned yet. */
export function FreeSlot({ at }: { readonly at: string }) {
  const here = useHere()
  const t = useWords(calendarWords)
  const times = useTimes()
  return (
    <Link
      to="/p/$profile/new"
      params={here}
      search={{ at }}
      className={classes.slot}
      aria-label={t.freeAt(times.time(at))}
    >
      <Icon name="plus" size={11} />
      <time dateTime={at}>{times.clock(at)}</time>
    </Link>
  )
}

/** The same inside of a grid, which is pressed as a whole. */
export function SlotLine({ at }: { readonly at: string }) {
  const t = useWords(calendarWords)
  const times = useTimes()
  return (
    <span className={classes.slot}>
      <Icon name="plus" size={11} />
      <time dateTime={at} aria-hidden="true">
        {times.clock(at)}
      </time>
      <span className="hidden-text">{t.freeAt(times.time(at))}</span>
    </span>
  )
}
