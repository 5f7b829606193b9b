import { Button } from '@mantine/core'
import type { Session } from '@polypost/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../data/client.ts'
import { Problem } from '../../parts/problem.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'

const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => polypost.session.listSessions() })

export function Sessions() {
  const t = useWords(meWords)
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const endOthers = useMutation({
    mutationFn: () => polypost.session.endOtherSessions(),
    onSuccess: () => queries.invalidateQueries(sessionsQuery),
  })
  return (
    <Section title={t.sessions}>
      {error && <ReadError what={t.sessionsWhat} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={2} widths={[3, 1]} />}
      <ul className="wide">
        {data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {data && data.sessions.length > 1 && (
        <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t.endOthers}
        </Button>
      )}
      <Problem error={endOthers.error} />
    </Section>
  )
}

function SessionRow({ session: { id, current, label, address, last_seen_at } }: { readonly session: Session }) {
  const t = useWords(meWords)
  const { time, relative } = useTimes()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => polypost.session.end(id),
    onSuccess: () => queries.invalidateQueries(sessionsQuery),
  })
  return (
    <li className={classes.session}>
      <div>
        <p>
          {label} {current && <Tag>{t.here}</Tag>}
        </p>
        <p className="small third">{t.seen(relative(last_seen_at) ?? time(last_seen_at), address)}</p>
        <Problem error={end.error} />
      </div>
      {!current && (
        <Button size="xs" aria-label={t.endOf(label)} loading={end.isPending} onClick={() => end.mutate()}>
          {t.end}
        </Button>
      )}
    </li>
  )
}
