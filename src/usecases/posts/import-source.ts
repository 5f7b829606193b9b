import type { ErrorDetail } from '../../contract/errors.ts'
import type { Finding } from '../../domain/content.ts'
import { parseCsv } from '../../domain/csv.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import type { Call } from '../context.ts'
import { malformed } from '../refuse.ts'
import { columnNames, fieldsOf } from './csv-columns.ts'

const maxRows = 500

export interface SourceRow {
  /** As people count: in a CSV, the header is row 1. */
  readonly row: number
  /** By the names of `POST /post`; not checked yet. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly findings: readonly ErrorDetail[]
}

export interface Source {
  readonly unknownColumns: readonly string[]
  readonly rows: readonly SourceRow[]
}

/** The rows of an import, from JSON or CSV. */
export function readSource({ rows, csv }: Pick<Call<'importPosts'>['body'], 'rows' | 'csv'>): Source {
  if (csv !== undefined) return readCsv(csv)
  return { unknownColumns: [], rows: (rows ?? []).map((fields, at) => ({ row: at + 1, fields, findings: [] })) }
}

function readCsv(text: string): Source {
  const parsed = parseCsv(text)
  if ('fault' in parsed) throw refused('invalid_csv', parsed.fault)
  const [first = [], ...others] = parsed.rows
  const header = first.map((name) => name.trim().toLowerCase())
  const twice = header.find((name, at) => name !== '' && header.indexOf(name) !== at)
  if (twice !== undefined) throw refused('invalid_csv', `Two columns are named “${twice}”.`)
  const rows = others
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (rows.length === 0) throw refused('too_few', 'There is no row after the header. The first row names the columns.')
  if (rows.length > maxRows)
    throw refused('too_many', `An import has at most ${maxRows} rows; this one has ${rows.length}. Import it in parts.`)
  return {
    unknownColumns: header.filter((name) => name !== '' && !columnNames.includes(name)),
    rows: rows.map(({ row, cells }) => ({ row, fields: fieldsOf(header, cells), findings: tooLong(header, cells) })),
  }
}

/** Cells that belong to no column, for example because a comma in a text is not quoted. */
function tooLong(header: readonly string[], cells: readonly string[]): Finding[] {
  const beyond = cells.findIndex((cell, at) => cell.trim() !== '' && !header[at])
  if (beyond === -1) return []
  const message = `Cell ${beyond + 1} has no column name. Quote a text that contains the separator.`
  return [{ code: 'no_column', message }]
}

const refused = (code: FindingCode, message: string) => malformed([{ path: 'csv', code, message }])
