import type { WebhookDelivery } from '@polypost/sdk'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { useAnswer } from './use-answer.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

type Attempt = WebhookDelivery['attempt_history'][number]

const secondsOf = ({ started_at, finished_at }: Attempt): string | null =>
  finished_at && ((Date.parse(finished_at) - Date.parse(started_at)) / 1000).toFixed(1)

/** The attempts of a delivery, when somebody asks, and its ID. */
export function Attempts({ delivery: { attempt_history, event_id } }: { readonly delivery: WebhookDelivery }) {
  const t = useWords(webhookWords)
  if (attempt_history.length === 0) return null
  return (
    <details className={classes.attempts}>
      <summary>
        {t.attempts}: {attempt_history.length}
      </summary>
      <ol>
        {attempt_history.map((attempt) => (
          <AttemptRow key={`${attempt.attempt_number} ${attempt.started_at}`} attempt={attempt} />
        ))}
      </ol>
      <code className="third">{event_id}</code>
    </details>
  )
}

function AttemptRow({ attempt }: { readonly attempt: Attempt }) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const answer = useAnswer()
  const { status_code: last_status_code, error_code: last_error_code } = attempt
  const seconds = secondsOf(attempt)
  return (
    <li className="numbers">
      <time
        dateTime={attempt.started_at}
      >{`${times.day(attempt.started_at)}, ${times.clockSeconds(attempt.started_at)}`}</time>{' '}
      {seconds === null ? t.running : (answer({ last_status_code, last_error_code }) ?? t.noAnswer)}{' '}
      {seconds !== null && <span className="third">{t.took(seconds)}</span>}
    </li>
  )
}
