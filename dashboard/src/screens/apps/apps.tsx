import type { App } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { appsQuery } from '../../data/accounts.ts'
import { inOrder } from '../../data/platforms.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { AppRow } from './app-row.tsx'
import classes from './apps.module.css'
import { appsWords } from './apps-words.ts'

const wantsPerson = ({ logins, missing_permissions }: App): boolean =>
  missing_permissions.length > 0 || logins.some(({ last_refusal }) => last_refusal !== null)

const needsApp = ({ logins }: App): boolean => logins.some(({ app }) => app !== null)

/** Apps that want somebody come first; else the order of the platforms. */
const byNeed = (apps: readonly App[]): App[] =>
  inOrder(apps.filter(needsApp), ({ platform }) => platform).toSorted(
    (one, other) => Number(wantsPerson(other)) - Number(wantsPerson(one)),
  )

/** The apps through which people sign in at the platforms. */
export function Apps() {
  const t = useWords(appsWords)
  const { zoneName } = useTimes()
  const { data, error, refetch } = useQuery(appsQuery)
  return (
    <Screen title={t.title} fact={zoneName()}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={10} widths={[2, 3, 3]} />}
      {data && (
        <>
          <p className={`${classes.intro} second`}>{t.text}</p>
          <ul className={classes.list} aria-label={t.title}>
            {byNeed(data.apps).map((app) => (
              <AppRow key={app.platform} app={app} />
            ))}
          </ul>
        </>
      )}
    </Screen>
  )
}
