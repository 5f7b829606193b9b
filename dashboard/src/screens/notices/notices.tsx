import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { noticeGroupOf, noticeGroups, noticesQuery } from '../../data/notices.ts'
import { isNoticeInScope, useHere, useIsWhole, useScope } from '../../data/scope.ts'
import { useHealthErrors } from '../../data/use-health.ts'
import { Empty } from '../../parts/empty.tsx'
import { ReadError } from '../../parts/read-error.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { noticeWords } from '../../words/notice-words.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { InBrowser } from './in-browser.tsx'
import { ErrorRow, NoticeRow } from './notice-row.tsx'
import classes from './notices.module.css'
import { noticesWords } from './notices-words.ts'

/** The notices for the person, by what has to be done. */
export function Notices() {
  const here = useHere()
  const t = useWords(noticesWords)
  const { groups: titles } = useWords(noticeWords)
  const { zoneName } = useTimes()
  const { data, error, refetch } = useQuery(noticesQuery)
  const errors = useHealthErrors()
  const scope = useScope()
  const notices = data?.notices.filter(({ profile_id }) => isNoticeInScope(scope, profile_id)) ?? []
  const found = Map.groupBy(notices, noticeGroupOf)
  const isWhole = useIsWhole()
  const more = data && isWhole ? data.total - data.notices.length : 0
  const calendar = (
    <Button renderRoot={(props) => <Link to="/p/$profile/calendar" params={here} {...props} />}>{t.calendar}</Button>
  )
  return (
    <Screen title={t.title} of={here.profile} fact={t.zone(zoneName())}>
      {error && <ReadError what={t.what} error={error} retry={refetch} />}
      {!error && !data && <Skeleton rows={6} widths={[8, 1]} />}
      {data && notices.length + more + errors.length === 0 && <Empty action={calendar}>{t.none}</Empty>}
      {data && !error && (
        <>
          {noticeGroups.map((group) => (
            <Group key={group} title={titles[group]}>
              {(found.get(group) ?? []).map((notice) => (
                <NoticeRow key={notice.id} notice={notice} />
              ))}
            </Group>
          ))}
          <Group title={t.instance}>
            {errors.map((check) => (
              <ErrorRow key={check.id} check={check} />
            ))}
          </Group>
          {more > 0 && <p className="second">{t.more(more)}</p>}
          <InBrowser />
        </>
      )}
    </Screen>
  )
}

/** More of a kind wait behind a button: forty replies to approve must not hide a failed post. */
const firstShown = 5

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  const t = useWords(noticesWords)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const hidden = isWhole ? 0 : Math.max(0, children.length - firstShown)
  if (children.length === 0) return null

  /** The button goes, so the focus moves to the first of those that it showed. */
  function showAll() {
    flushSync(() => setWhole(true))
    list.current?.children[firstShown]?.querySelector('a')?.focus()
  }

  return (
    <section className={classes.group} aria-label={title}>
      <h2>{title}</h2>
      <ul ref={list}>{hidden > 0 ? children.slice(0, firstShown) : children}</ul>
      {hidden > 0 && (
        <Button variant="subtle" onClick={showAll}>
          {t.show(hidden)}
        </Button>
      )}
    </section>
  )
}
