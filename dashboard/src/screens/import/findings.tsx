import type { ImportedRow } from '@polypost/sdk'
import { Marks } from '../../parts/marks.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { useWords } from '../../words/words.ts'
import classes from './import.module.css'
import { importWords } from './import-words.ts'

/** Each row of the file, and what is wrong with it. Rows to fix come first. */
export function Findings({ rows }: { readonly rows: readonly ImportedRow[] }) {
  const t = useWords(importWords)
  const times = useTimes()
  const sorted = rows.toSorted((one, other) => Number(one.ok) - Number(other.ok) || one.row - other.row)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t.row}</th>
          <th scope="col">{t.text}</th>
          <th scope="col">{t.platforms}</th>
          <th scope="col">
            {t.time} ({times.zoneName()})
          </th>
          <th scope="col">{t.findings}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <Row key={row.row} row={row} />
        ))}
      </tbody>
    </table>
  )
}

/** The fields come as they were read: anything may be in them. */
const textOf = (value: unknown): string => (typeof value === 'string' ? titleOfText(value) : '')
const namesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

function Row({ row: { row, ok, fields, scheduled_at, findings, warnings } }: { readonly row: ImportedRow }) {
  const t = useWords(importWords)
  const times = useTimes()
  // The API names routes where the dashboard has screens.
  const texts = [
    ...findings.map(({ code, message }) => t.own[code] ?? message),
    ...warnings.map(({ message }) => message),
  ]
  return (
    <tr>
      <th scope="row" className="numbers">
        {row}
      </th>
      <td className={classes.text}>{textOf(fields.message)}</td>
      <td>
        <Marks platforms={namesOf(fields.platforms)} />
      </td>
      <td className="numbers second">{scheduled_at === null ? ok && t.now : times.time(scheduled_at)}</td>
      <td>
        {ok && texts.length === 0 && <span className="third">{t.none}</span>}
        {!ok && <State state="failed" short />}
        <ul className={ok ? 'second' : classes.bad}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </td>
    </tr>
  )
}
