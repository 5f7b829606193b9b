import { ActionIcon, Button } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useWords } from '../../words/words.ts'
import classes from './calendar-head.module.css'
import type { CalendarView } from './calendar-search.ts'
import { calendarWords } from './calendar-words.ts'
import type { Stretch } from './stretch.ts'

interface StepsProps {
  readonly stretch: Stretch
  readonly go: (date: string | undefined) => void
}

/** To the days before, to today, and to the days after. */
export function Steps({ stretch, go }: StepsProps) {
  const t = useWords(calendarWords)
  return (
    <div className={classes.steps}>
      <ActionIcon aria-label={t.before} onClick={() => go(stretch.before)}>
        <Icon name="left" />
      </ActionIcon>
      <Button variant="subtle" className={classes.today} onClick={() => go(undefined)}>
        {t.today}
      </Button>
      <ActionIcon aria-label={t.after} onClick={() => go(stretch.after)}>
        <Icon name="right" />
      </ActionIcon>
    </div>
  )
}

interface ViewsProps {
  readonly view: CalendarView
  readonly choose: (view: CalendarView) => void
}

export function Views({ view, choose }: ViewsProps) {
  const t = useWords(calendarWords)
  const names = [
    ['month', t.month],
    ['week', t.week],
    ['list', t.list],
  ] as const
  return <Segments label={t.views} value={view} names={names} choose={choose} />
}
