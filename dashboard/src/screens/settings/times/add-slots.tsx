import { Button, Checkbox, TextInput } from '@mantine/core'
import type { Slot } from '@polypost/sdk'
import { type FormEvent, useState } from 'react'
import { firstDayIn } from '../../../words/first-day.ts'
import { useLanguage } from '../../../words/language.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './times.module.css'
import { timesWords } from './times-words.ts'
import { dayName, inOrder, mostSlots, type Weekday, weekFrom } from './week.ts'

interface Props {
  readonly slots: readonly Slot[]
  readonly change: (slots: Slot[]) => void
}

/** Adds one time to several days at once. */
export function AddSlots({ slots, change }: Props) {
  const t = useWords(timesWords)
  const { locale } = useLanguage()
  const [time, setTime] = useState('09:00')
  const [days, setDays] = useState<readonly Weekday[]>(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
  const [problem, setProblem] = useState<string | null>(null)
  const toggle = (day: Weekday) => setDays(days.includes(day) ? days.filter((other) => other !== day) : [...days, day])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const next = inOrder([...slots, ...days.map((weekday) => ({ weekday, time }))])
    const refused = days.length === 0 ? t.noDay : next.length > mostSlots ? t.tooMany(mostSlots) : null
    setProblem(refused)
    if (refused === null) change(next)
  }
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        type="time"
        label={t.time}
        required
        withAsterisk={false}
        value={time}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <fieldset className={classes.days}>
        <legend>{t.on}</legend>
        {weekFrom(firstDayIn(locale)).map((day) => (
          <Checkbox
            key={day}
            label={dayName(day, locale, 'short')}
            checked={days.includes(day)}
            onChange={() => toggle(day)}
          />
        ))}
      </fieldset>
      <Button type="submit">{t.add}</Button>
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </form>
  )
}
