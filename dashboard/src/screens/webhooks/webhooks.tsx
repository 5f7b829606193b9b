import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { byNeed, webhooksQuery } from '../../data/webhooks.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import { EndpointRow } from './endpoint-row.tsx'
import classes from './webhooks.module.css'
import { webhookWords } from './webhooks-words.ts'

/** The addresses that are called when something happens, and how they are. */
export function Webhooks() {
  const t = useWords(webhookWords)
  const { data, error, refetch } = useQuery(webhooksQuery)
  const add = (
    <Button leftSection={<Icon name="plus" />} renderRoot={(props) => <Link to="/webhooks/new" {...props} />}>
      {t.add}
    </Button>
  )
  const hasSome = data !== undefined && data.webhooks.length > 0
  return (
    <Screen title={t.title} actions={hasSome && add}>
      {error && <ReadError what={t.endpoints} error={error} retry={refetch} />}
      {!error && !data && <Skeleton widths={[8, 2]} />}
      {data && !hasSome && <Empty action={add}>{t.empty}</Empty>}
      {data && hasSome && (
        <ul className={classes.list} aria-label={t.endpoints}>
          {byNeed(data.webhooks).map((webhook) => (
            <EndpointRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
    </Screen>
  )
}
