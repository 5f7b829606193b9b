import type { Webhook } from '@polypost/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deliveriesQuery } from '../../data/webhooks.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { EndpointState } from './endpoint-state.tsx'
import { Trouble } from './trouble.tsx'
import { useAnswer } from './use-answer.ts'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

export function EndpointRow({ webhook }: { readonly webhook: Webhook }) {
  return (
    <li className={classes.endpoint}>
      <div className={classes.text}>
        <Link to="/webhooks/$id" params={{ id: String(webhook.id) }} className={classes.name}>
          {webhook.url}
        </Link>
        <Trouble webhook={webhook} />
        <Events events={webhook.events} />
        <Last id={webhook.id} />
      </div>
      <EndpointState webhook={webhook} />
    </li>
  )
}

export function Events({ events }: Pick<Webhook, 'events'>) {
  const t = useWords(webhookWords)
  if (events.length === 0 || events.includes('*')) return <p className="small second">{t.allEvents}</p>
  return (
    <p className="small second">
      <code>{events.join(', ')}</code>
    </p>
  )
}

/** The latest delivery. Nothing while it is not known. */
function Last({ id }: Pick<Webhook, 'id'>) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const answer = useAnswer()
  const { data } = useInfiniteQuery(deliveriesQuery(id))
  if (!data) return null
  const last = data.pages[0]?.deliveries[0]
  if (!last) return <p className="small third">{t.nothingSent}</p>
  const when = times.relative(last.created_at) ?? times.time(last.created_at)
  return <p className="small third numbers">{t.last(last.event, answer(last) ?? t.statuses[last.status], when)}</p>
}
