import { useQuery } from '@tanstack/react-query'
import { freeSlotsQuery } from '../../../data/free-slots.ts'
import { useOneProfile } from '../../../data/scope.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTimes } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import classes from './times.module.css'
import { timesWords } from './times-words.ts'

const shown = 3

/** The times that the service would give the next posts. */
export function NextSlots() {
  const t = useWords(timesWords)
  const times = useTimes()
  const { data, error, refetch } = useQuery(freeSlotsQuery(useOneProfile().id))
  if (error) return <ReadError what={t.nextTitle} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={shown} widths={[2, 3]} />
  if (data.length === 0) return <p className="second">{t.nextNone}</p>
  return (
    <ol className={classes.next}>
      {data.slice(0, shown).map((time) => (
        <li key={time}>
          <time dateTime={time}>{times.full(time)}</time> <span className="small third">{times.relative(time)}</span>
        </li>
      ))}
    </ol>
  )
}
