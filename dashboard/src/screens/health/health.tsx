import { Button } from '@mantine/core'
import type { HealthCheck } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { healthQuery, troublesOf, useCheckAgain } from '../../data/health.ts'
import { Copy } from '../../parts/copy.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { State } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './health.module.css'
import { healthWords } from './health-words.ts'

type Status = HealthCheck['status']

const shapes: Readonly<Record<Status, StateShape>> = { error: 'failed', warning: 'needs', ok: 'done' }
const worstFirst: readonly Status[] = ['error', 'warning', 'ok']

/** The needs of the instance, their state, and what helps. */
export function Health() {
  const t = useWords(healthWords)
  const times = useTimes()
  const { data, error, refetch, dataUpdatedAt } = useQuery(healthQuery)
  const check = useCheckAgain()
  const again = (
    <Button leftSection={<Icon name="retry" />} loading={check.isPending} onClick={() => check.mutate()}>
      {t.again}
    </Button>
  )
  return (
    <Screen title={t.title} fact={data && t.checked(times.time(dataUpdatedAt))} actions={again}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={10} widths={[1, 9]} />}
      {data && !error && (
        <>
          <Problem error={check.error} />
          <Facts version={data.version} copiedAt={data.last_backup_at} />
          {troublesOf(data.checks).length === 0 && <p className={classes.fine}>{t.allFine}</p>}
          {worstFirst.map((status) => (
            <Group key={status} status={status} checks={data.checks.filter((check) => check.status === status)} />
          ))}
        </>
      )}
    </Screen>
  )
}

interface FactsProps {
  readonly version: string
  /** Null: unknown. */
  readonly copiedAt: string | null
}

/** The facts that a helper asks for first. */
function Facts({ version, copiedAt }: FactsProps) {
  const t = useWords(healthWords)
  const times = useTimes()
  return (
    <dl className={classes.facts}>
      <dt>{t.version}</dt>
      <dd>{version}</dd>
      <dt>{t.backup}</dt>
      <dd>{copiedAt === null ? <span className="third">{t.none}</span> : <BackupTime at={copiedAt} />}</dd>
      <dt>{t.zone}</dt>
      <dd>{times.zoneName()}</dd>
    </dl>
  )
}

function BackupTime({ at }: { readonly at: string }) {
  const times = useTimes()
  const ago = times.relative(at)
  return (
    <time dateTime={at}>
      {times.time(at)} {ago !== null && <span className="third">({ago})</span>}
    </time>
  )
}

function Group({ status, checks }: { readonly status: Status; readonly checks: readonly HealthCheck[] }) {
  const t = useWords(healthWords)
  if (checks.length === 0) return null
  return (
    <section className={classes.group} aria-label={t.groups[status]}>
      <h2>{t.groups[status]}</h2>
      <ul>
        {checks.map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
    </section>
  )
}

function Check({ check: { status, summary, remedy, mendable: fixable } }: { readonly check: HealthCheck }) {
  const t = useWords(healthWords)
  return (
    <li className={classes.check}>
      <span className={classes.state}>
        <State state={shapes[status]}>
          <span className="hidden-text">{t.states[status]}</span>
        </State>
      </span>
      <div className={classes.text}>
        <p>{summary}</p>
        {remedy && <p className="second">{remedy}</p>}
        {fixable && (
          <div className={classes.fix}>
            <p className="small third">{t.fixable}</p>
            <Copy what="polypost doctor --fix">polypost doctor --fix</Copy>
          </div>
        )}
      </div>
    </li>
  )
}
