import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isLive, keysQuery } from '../../data/keys.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import rows from '../../parts/rows.module.css'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Assistants } from './assistants.tsx'
import { KeyRow } from './key-row.tsx'
import classes from './keys.module.css'
import { keyWords } from './keys-words.ts'

/** The keys of programs and assistants. */
export function Keys() {
  const t = useWords(keyWords)
  const { zoneName } = useTimes()
  const { data, error, refetch } = useQuery(keysQuery)
  const working = data?.keys.filter((key) => isLive(key) && key.application === null)
  const applications = data?.keys.filter((key) => isLive(key) && key.application !== null) ?? []
  const over = data?.keys.filter((key) => !isLive(key)) ?? []
  const create = (
    <Button leftSection={<Icon name="plus" />} renderRoot={(props) => <Link to="/keys/new" {...props} />}>
      {t.create}
    </Button>
  )
  return (
    <Screen title={t.title} fact={zoneName()} actions={working && working.length > 0 && create}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton widths={[4, 3, 2]} />}
      {working?.length === 0 && <Empty action={create}>{t.empty}</Empty>}
      {working && working.length > 0 && (
        <ul className={rows.list} aria-label={t.title}>
          {working.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {applications.length > 0 && (
        <section className={rows.more} aria-label={t.applications}>
          <h2>{t.applications}</h2>
          <p className="second">{t.applicationsText}</p>
          <ul>
            {applications.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        </section>
      )}
      {over.length > 0 && (
        <details className={classes.over}>
          <summary>
            {t.over}: {over.length}
          </summary>
          <ul className={rows.list}>
            {over.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        </details>
      )}
      {data && <Assistants />}
    </Screen>
  )
}
