import type { Usage } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '../../../data/settings.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useNumbers } from '../../../words/numbers.ts'
import { useWords } from '../../../words/words.ts'
import { Section } from '../section.tsx'
import own from './plan.module.css'
import { planWords } from './plan-words.ts'
import { UsedTable } from './used-table.tsx'

/** The contents of the plan, what is used of it, and how long data is kept. */
export function Plan() {
  const t = useWords(planWords)
  const { data, error, refetch } = useQuery(usageQuery)
  if (error) return <ReadError what={t.what} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={10} widths={[2, 3, 1]} />
  return (
    <>
      <Section title={t.planTitle} text={t.planText}>
        <PlanFacts usage={data} />
      </Section>
      <Section title={t.usedTitle} text={t.usedText}>
        <UsedTable usage={data} />
      </Section>
      <Section title={t.retentionTitle} text={t.retentionText}>
        <Retention days={data.kept_days} />
      </Section>
    </>
  )
}

function PlanFacts({ usage: { plan, limits } }: { readonly usage: Usage }) {
  const t = useWords(planWords)
  const { count } = useNumbers()
  return (
    <>
      <p className={own.name}>{plan.name}</p>
      <dl className={own.facts}>
        <dt>{t.accountsLabel}</dt>
        <dd>{t.accounts(count(limits.max_accounts_per_platform))}</dd>
        <dt>{t.requestsLabel}</dt>
        <dd>{t.requests(count(limits.requests_per_minute))}</dd>
      </dl>
    </>
  )
}

function Retention({ days }: { readonly days: Usage['kept_days'] }) {
  const t = useWords(planWords)
  const { count } = useNumbers()
  // The keys of the words are those of the days.
  const names = Object.keys(t.retention) as (keyof Usage['kept_days'])[]
  return (
    <dl className={own.facts}>
      {names.map((name) => {
        const limit = days[name]
        return (
          <div key={name}>
            <dt>{t.retention[name]}</dt>
            <dd className="numbers">{limit === null ? t.forEver : t.days(count(limit))}</dd>
          </div>
        )
      })}
    </dl>
  )
}
