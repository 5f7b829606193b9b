import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Span } from '../../data/analytics.ts'
import { Segments } from '../../parts/segments.tsx'
import { useWords } from '../../words/words.ts'
import classes from './analytics.module.css'
import { faultOf, spans } from './analytics-search.ts'
import { analyticsWords } from './analytics-words.ts'
import { type AnalyticsView, useGo } from './use-analytics.ts'

/** Which days. */
export function Controls({ view }: { readonly view: AnalyticsView }) {
  const t = useWords(analyticsWords)
  const go = useGo()
  const names = [...spans.map((days) => [String(days), t.days(days)] as const), ['own', t.ownDays] as const]
  const choose = (name: string) => {
    if (name === 'own') return go({ days: undefined, ...view.span })
    const days = name === '7' ? 7 : name === '90' ? 90 : undefined
    return go({ days, from: undefined, to: undefined })
  }
  return (
    <div className={classes.controls}>
      <Segments label={t.time} value={String(view.chosen)} names={names} choose={choose} />
    </div>
  )
}

/** Two dates. What cannot be shown stays here, and says why. */
export function OwnDays({ span }: { readonly span: Span }) {
  const t = useWords(analyticsWords)
  const go = useGo()
  const [given, setGiven] = useState(span)
  const fault = faultOf(given)
  const change = (next: Span) => {
    setGiven(next)
    if (faultOf(next) === null) go(next)
  }
  return (
    <div className={classes.own}>
      <TextInput
        type="date"
        label={t.from}
        value={given.from}
        onChange={({ currentTarget: { value } }) => change({ ...given, from: value })}
      />
      <TextInput
        type="date"
        label={t.to}
        value={given.to}
        error={fault && t.faults[fault]}
        onChange={({ currentTarget: { value } }) => change({ ...given, to: value })}
      />
    </div>
  )
}
