import { useQuery } from '@tanstack/react-query'
import { nextSlotQuery } from '../../data/slots.ts'
import { useLanguage } from '../../words/language.tsx'
import { timesIn } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { focusOn } from './focus-on.ts'
import classes from './when.module.css'
import { readWhen, type When, whenAt, whenAtLocal } from './when.ts'
import { whenWords } from './when-words.ts'

interface Props {
  readonly when: When
  readonly onChange: (when: When) => void
  readonly profileId: string
  readonly error: string | null
  /** Of the fields. */
  readonly id: string
}

/** Below the time: what it means, or what is wrong with it; and the next free slot. */
export function WhenNote({ when, onChange, profileId, error, id }: Props) {
  const { locale } = useLanguage()
  const times = timesIn(locale, when.zone)
  const reading = readWhen(when)
  const away = reading?.kind === 'once' ? times.relative(reading.at) : null
  // The pressed button goes away, and the focus must be somewhere.
  const choose = (next: When) => {
    onChange(next)
    focusOn(id)
  }
  return (
    <div className={classes.note} id={`${id}-note`}>
      {reading?.kind === 'once' && error === null && (
        <span>
          {times.full(reading.at)}
          {away !== null && `, ${away}`}{' '}
        </span>
      )}
      {error !== null && (
        <span role="alert" className={classes.error}>
          {error}{' '}
        </span>
      )}
      {(reading?.kind === 'never' || reading?.kind === 'twice') && (
        <Readings reading={reading} when={when} onChange={choose} />
      )}
      <NextSlot profileId={profileId} when={when} onChange={choose} />
    </div>
  )
}

type Change = Pick<Props, 'when' | 'onChange'>

function Readings({
  reading: { first, second },
  when,
  onChange,
}: Change & { readonly reading: { readonly first: number; readonly second: number } }) {
  const times = timesIn(useLanguage().locale, when.zone)
  return [first, second].map((time) => (
    <button
      key={time}
      type="button"
      className={`link ${classes.choice}`}
      onClick={() => onChange(whenAt(time, when.zone))}
    >
      {times.full(time)}
    </button>
  ))
}

function NextSlot({ profileId, when, onChange }: Change & { readonly profileId: string }) {
  const t = useWords(whenWords)
  const { locale } = useLanguage()
  const { data } = useQuery(nextSlotQuery(profileId))
  const slot = data?.slots[0]
  const zone = data?.timezone ?? null
  if (slot === undefined || zone === null) return null
  const at = Date.parse(slot.scheduled_at)
  const reading = readWhen(when)
  if (reading?.kind === 'once' && reading.at === at) return null
  return (
    <span>
      {t.nextSlot}{' '}
      <button
        type="button"
        className="link"
        onClick={() => onChange({ ...whenAtLocal(slot.local_time, zone), chosen: at })}
      >
        {timesIn(locale, zone).time(at)}
      </button>
    </span>
  )
}
