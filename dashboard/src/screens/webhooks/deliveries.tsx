import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { deliveriesQuery } from '../../data/webhooks.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { DeliveryRow } from './delivery-row.tsx'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

interface Props {
  readonly id: number
  /** A disabled endpoint gets nothing. */
  readonly canSend: boolean
}

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ id, canSend }: Props) {
  const t = useWords(webhookWords)
  const times = useTimes()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesQuery(id))
  const deliveries = data?.pages.flatMap((page) => page.deliveries)
  return (
    <section className={classes.deliveries} aria-label={t.deliveries}>
      <h2>
        {t.deliveries} <span className={classes.zone}>{times.zoneName()}</span>
      </h2>
      {error && <ReadError what={t.deliveries} error={error} retry={refetch} />}
      {!error && !deliveries && <Skeleton widths={[2, 3, 2, 2]} />}
      {deliveries?.length === 0 && <Empty>{t.noDeliveries}</Empty>}
      {deliveries && deliveries.length > 0 && (
        <ul>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canSend={canSend} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </section>
  )
}
