import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { invitesQuery, peopleQuery } from '../../data/people.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import rows from '../../parts/rows.module.css'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { InviteRow } from './invite-row.tsx'
import { peopleWords } from './people-words.ts'
import { PersonRow } from './person-row.tsx'

/** Who can sign in, with which role, and who is invited. */
export function People() {
  const t = useWords(peopleWords)
  const { zoneName } = useTimes()
  const { data, error, refetch } = useQuery(peopleQuery)
  const invites = useQuery(invitesQuery)
  const open = invites.data?.invites ?? []
  const isAlone = data?.people.length === 1 && open.length === 0
  const invite = (
    <Button leftSection={<Icon name="plus" />} renderRoot={(props) => <Link to="/people/new" {...props} />}>
      {t.invite}
    </Button>
  )
  return (
    <Screen title={t.title} fact={zoneName()} actions={data && !isAlone && invite}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton widths={[4, 2, 3]} />}
      {data && (
        <ul className={rows.list} aria-label={t.title}>
          {data.people.map((person) => (
            <PersonRow key={person.id} person={person} />
          ))}
        </ul>
      )}
      {isAlone && <Empty action={invite}>{t.alone}</Empty>}
      {data && invites.error && <ReadError what={t.invitesWhat} error={invites.error} retry={invites.refetch} />}
      {open.length > 0 && (
        <section className={rows.more} aria-label={t.invites}>
          <h2>{t.invites}</h2>
          <ul>
            {open.map((one) => (
              <InviteRow key={one.email} invite={one} />
            ))}
          </ul>
        </section>
      )}
    </Screen>
  )
}
