import { NativeSelect, TextInput } from '@mantine/core'
import { useLanguage } from '../../words/language.tsx'
import { timesIn } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './when.module.css'
import { readWhen, type When } from './when.ts'
import { whenWords } from './when-words.ts'

interface Props {
  readonly when: When
  readonly onChange: (when: When) => void
  /** Zones that can be chosen. */
  readonly zones: readonly string[]
  /** The sentence of a refused time. */
  readonly error: string | null
  readonly id: string
}

/** Date, time and zone. A time that the clocks skip or show twice is asked about here. */
export function WhenFields({ when, onChange, zones, error, id }: Props) {
  const t = useWords(whenWords)
  const { locale } = useLanguage()
  const set = (part: Partial<When>) => onChange({ ...when, chosen: null, ...part })
  const hasError = error !== null || undefined
  return (
    <>
      <TextInput
        type="date"
        id={id}
        className={classes.date}
        label={t.date}
        value={when.date}
        max="9999-12-31"
        aria-invalid={hasError}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget: { value } }) => set({ date: value })}
      />
      <TextInput
        type="time"
        className={classes.time}
        label={t.time}
        value={when.time}
        aria-invalid={hasError}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget: { value } }) => set({ time: value })}
      />
      <NativeSelect
        className={classes.zone}
        rightSectionWidth={24}
        label={t.zone}
        value={when.zone}
        data={zones.map((zone) => ({
          value: zone,
          label: timesIn(locale, zone).zoneName(momentOf(when)),
        }))}
        onChange={({ currentTarget: { value } }) => set({ zone: value })}
      />
    </>
  )
}

const momentOf = (when: When): number => {
  const reading = readWhen(when)
  if (reading === null) return Date.now()
  return reading.kind === 'once' ? reading.at : reading.first
}
