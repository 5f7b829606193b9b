import type { MetricName } from '../data/metrics.ts'
import { useNumbers } from './numbers.ts'
import { useWords, words } from './words.ts'

const metricWords = words(
  {
    names: {
      display_views: 'Views',
      views: 'Views without impressions',
      impressions: 'Impressions',
      reach: 'Reach',
      likes: 'Likes',
      comments: 'Comments',
      shares: 'Shares',
      saves: 'Saves',
      clicks: 'Clicks',
      engagement: 'Engagement',
      engagement_rate: 'Engagement rate',
    },
    notTold: 'not told',
  },
  {
    names: {
      display_views: 'Aufrufe',
      views: 'Aufrufe ohne Einblendungen',
      impressions: 'Einblendungen',
      reach: 'Reichweite',
      likes: 'Gefällt mir',
      comments: 'Kommentare',
      shares: 'Geteilt',
      saves: 'Gemerkt',
      clicks: 'Klicks',
      engagement: 'Interaktionen',
      engagement_rate: 'Interaktionsrate',
    },
    notTold: 'nicht bekannt',
  },
)

/** The names of the numbers, and the numbers as people read them. */
export function useMetrics() {
  const { names, notTold } = useWords(metricWords)
  const { count, percent } = useNumbers()
  return {
    names: names satisfies Readonly<Record<MetricName, string>>,
    notTold,
    format: (name: MetricName, value: number) => (name === 'engagement_rate' ? percent(value) : count(value)),
    text: (name: MetricName, value: number | null) => {
      if (value === null) return notTold
      return name === 'engagement_rate' ? percent(value) : count(value)
    },
  }
}
