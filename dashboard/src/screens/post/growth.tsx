import { NativeSelect } from '@mantine/core'
import type { PostAnalytics } from '@polypost/sdk'
import { useMemo, useState } from 'react'
import { type MetricName, metricNames } from '../../data/metrics.ts'
import { FigureCell, FigureHead } from '../../parts/figure-cell.tsx'
import { Plot } from '../../parts/plot.tsx'
import type { Curve } from '../../parts/plot-scale.ts'
import table from '../../parts/table.module.css'
import { useMetrics } from '../../words/metrics.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { growthOf, type Reading } from './growth-of.ts'
import classes from './numbers.module.css'
import { numbersWords } from './numbers-words.ts'

/** How a number of the post grew. */
export function Growth({ analytics }: { readonly analytics: PostAnalytics }) {
  const t = useWords(numbersWords)
  const { names } = useMetrics()
  const [metric, setMetric] = useState<MetricName>('display_views')
  const [isTable, setTable] = useState(false)
  const readings = useMemo(() => growthOf(analytics, metric), [analytics, metric])
  if (readings.length < 2) return <p className="small third">{t.one}</p>
  return (
    <>
      <div className={classes.head}>
        <NativeSelect
          aria-label={t.number}
          value={metric}
          data={metricNames.map((name) => ({ value: name, label: names[name] }))}
          onChange={({ currentTarget: { value } }) =>
            setMetric(metricNames.find((name) => name === value) ?? 'display_views')
          }
        />
        <button type="button" className="link small" onClick={() => setTable(!isTable)}>
          {isTable ? t.asPlot : t.asTable}
        </button>
      </div>
      {isTable ? <Readings readings={readings} metric={metric} /> : <GrowthPlot readings={readings} metric={metric} />}
    </>
  )
}

interface Props {
  readonly readings: readonly Reading[]
  readonly metric: MetricName
}

function GrowthPlot({ readings, metric }: Props) {
  const t = useWords(numbersWords)
  const times = useTimes()
  const { names, format } = useMetrics()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the formats change with the language only.
  const curve = useMemo<Curve>(
    () => ({
      xs: readings.map(({ at }) => at),
      values: readings.map(({ value }) => value),
      isWhole: metric !== 'engagement_rate',
      labelOf: times.time,
      format: (value) => format(metric, value),
    }),
    [readings, metric, times],
  )
  const known = readings.flatMap(({ at, value }) => (value === null ? [] : [{ at, value }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return <p className="second">{t.untold(names[metric])}</p>
  const [from, to] = [format(metric, first.value), format(metric, last.value)]
  return (
    <Plot curve={curve} sentence={t.sentence(names[metric], from, times.time(first.at), to, times.time(last.at))} />
  )
}

function Readings({ readings, metric }: Props) {
  const t = useWords(numbersWords)
  const times = useTimes()
  const { names } = useMetrics()
  return (
    <table className={table.table} data-dense>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <FigureHead isChosen>{names[metric]}</FigureHead>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ at, value }) => (
          <tr key={at}>
            <th scope="row">{times.time(at)}</th>
            <FigureCell metric={metric} value={value} isChosen />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
