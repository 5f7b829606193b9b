import { useQuery } from '@tanstack/react-query'
import { requestsQuery } from '../../data/sandbox.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './sandbox.module.css'
import { sandboxWords } from './sandbox-words.ts'

/** The latest ones tell what just happened. */
const most = 12

/** The calls that a simulated platform got, newest first. */
export function Calls({ platform }: { readonly platform: string }) {
  const t = useWords(sandboxWords)
  const times = useTimes()
  const { data, error, refetch } = useQuery(requestsQuery(platform))
  const calls = data?.requests.slice(-most).toReversed()
  return (
    <section className={classes.part} aria-label={t.calls}>
      <h2>{t.calls}</h2>
      {error && <ReadError what={t.calls} error={error} retry={refetch} />}
      {calls?.length === 0 && <p className="third">{t.noCalls}</p>}
      <ol className={classes.calls}>
        {calls?.map(({ at, method, path, status, fault }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no ID, and rows keep nothing.
          <li key={index} data-fault={fault !== null || undefined}>
            <time dateTime={at}>{times.clockSeconds(at)}</time>
            <code>
              {method} {path}
            </code>
            <span>
              {status ?? t.noAnswer} {fault && <code>{fault}</code>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
