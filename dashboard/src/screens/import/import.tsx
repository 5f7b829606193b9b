import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useHere } from '../../data/scope.ts'
import { useMay } from '../../data/session.ts'
import { Back } from '../../parts/back.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Segments } from '../../parts/segments.tsx'
import { useWords } from '../../words/words.ts'
import { FileDrop } from './file-drop.tsx'
import { Findings } from './findings.tsx'
import classes from './import.module.css'
import { importWords } from './import-words.ts'
import { type CheckedImport, type ImportKind, useImport } from './use-import.ts'

/** From a table of another program to posts or drafts: choose, look, import. */
export function Import() {
  const here = useHere()
  const t = useWords(importWords)
  const mayPublish = useMay('editor')
  const [as, setAs] = useState<ImportKind>(mayPublish ? 'posts' : 'drafts')
  const { check, checked, commit, again } = useImport()
  const kinds = [
    ['posts', t.posts],
    ['drafts', t.drafts],
  ] as const
  const chooseKind = (kind: ImportKind) => {
    setAs(kind)
    if (checked) check.mutate({ csv: checked.csv, as: kind })
  }
  return (
    <Screen
      title={t.title}
      of={here.profile}
      fact={t.title}
      back={
        <Back to="/p/$profile/posts" params={here}>
          {t.back}
        </Back>
      }
    >
      <div className={classes.import}>
        {commit.data && checked ? (
          <Done checked={checked} again={again} />
        ) : (
          <>
            {mayPublish && <Segments label={t.as} value={as} names={kinds} choose={chooseKind} />}
            <FileDrop isSmall={checked !== null} isBusy={check.isPending} take={(csv) => check.mutate({ csv, as })} />
            <Problem error={check.error} />
            {checked && (
              <Result
                checked={checked}
                isBusy={commit.isPending}
                run={() => commit.mutate(checked)}
                error={commit.error}
              />
            )}
          </>
        )}
      </div>
    </Screen>
  )
}

interface ResultProps {
  readonly checked: CheckedImport
  readonly isBusy: boolean
  readonly run: () => void
  readonly error: unknown
}

function Result({ checked: { result, as }, isBusy, run, error }: ResultProps) {
  const here = useHere()
  const t = useWords(importWords)
  const { rows, ok, unknown_columns } = result
  const lacksTimes = rows.some(({ findings }) => findings.some(({ code }) => code === 'no_slots'))
  const bad = rows.filter((row) => !row.ok).length
  return (
    <section className={classes.result} aria-label={t.table}>
      <div className={classes.summary}>
        <h2 role="status">{bad === 0 ? t.fine(rows.length) : t.toFix(bad, rows.length)}</h2>
        {ok && (
          <Button variant="filled" loading={isBusy} onClick={run}>
            {(as === 'posts' ? t.importPosts : t.importDrafts)(rows.length)}
          </Button>
        )}
      </div>
      {unknown_columns.length > 0 && <p className={classes.bad}>{t.unknown(unknown_columns.join(', '))}</p>}
      {!ok && <p className="second">{t.fix}</p>}
      {lacksTimes && (
        <p>
          {t.noTimes}{' '}
          <Link to="/p/$profile/settings" params={here} className="link">
            {t.setTimes}
          </Link>
        </p>
      )}
      <Problem error={error} />
      <Findings rows={rows} />
    </section>
  )
}

function Done({ checked: { result, as }, again }: { readonly checked: CheckedImport; readonly again: () => void }) {
  const here = useHere()
  const t = useWords(importWords)
  return (
    <div className={classes.result} role="status">
      <p>{(as === 'posts' ? t.donePosts : t.doneDrafts)(result.rows.length)}</p>
      <div className={classes.buttons}>
        <Button variant="filled" renderRoot={(props) => <Link to="/p/$profile/calendar" params={here} {...props} />}>
          {t.calendar}
        </Button>
        <Button onClick={again}>{t.more}</Button>
      </div>
    </div>
  )
}
