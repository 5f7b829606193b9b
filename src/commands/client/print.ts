import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'

/** Colours only on a terminal; `styleText` also obeys NO_COLOR. */
export const paint = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout, validateStream: true })

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2))

const stateStyles: Readonly<Record<string, Style>> = {
  completed: 'green',
  successful: 'green',
  published: 'green',
  connected: 'green',
  ok: 'green',
  failed: 'red',
  error: 'red',
  needs_reconnect: 'red',
  action_required: 'yellow',
  partial: 'yellow',
  warning: 'yellow',
  retrying: 'yellow',
  cancelled: 'dim',
}

/** A status in its colour. */
export const paintStatus = (status: string): string => {
  const style = stateStyles[status]
  return style ? paint(style, status) : status
}

type Row = Readonly<Record<string, unknown>>

/** Columns that say most come first; of the rest, as many as fit. */
const important = [
  ...['id', 'post_id', 'jobId', 'seq', 'name', 'email', 'event', 'platform', 'platforms', 'username', 'status', 'role'],
  ...['message', 'effective_at', 'scheduled_at', 'created_at', 'url', 'platform_post_url'],
]
const mostColumns = 6
const widestCell = 48

/** Prints what an operation returned: a table for each list, and a line for each other field. */
export function printResult(value: unknown, indent = ''): void {
  if (Array.isArray(value)) printList(value, indent)
  else if (isRow(value)) printFields(value, indent)
  else console.log(`${indent}${cell(value)}`)
}

function printFields(value: Row, indent: string): void {
  const entries = Object.entries(value)
  const width = Math.max(0, ...entries.filter(([, field]) => !isNested(field)).map(([name]) => name.length))
  for (const [name, field] of entries) {
    if (!isNested(field)) {
      console.log(
        `${indent}${paint('dim', name.padEnd(width))}  ${name === 'status' ? paintStatus(cell(field)) : cell(field)}`,
      )
      continue
    }
    console.log(`${indent}${paint('bold', name)}`)
    printResult(field, `${indent}  `)
  }
}

/** Options of every command that prints a list. */
export interface ListOptions {
  readonly json?: true
}

/** A table of all these columns; or as JSON, what the API answers. */
export function printRows({ json }: ListOptions, data: unknown, rows: readonly Row[]): void {
  if (json) printJson(data)
  else if (rows.length === 0) console.log(paint('dim', 'none'))
  else printTable(rows, { columns: Object.keys(rows[0] ?? {}) })
}

function printList(list: readonly unknown[], indent: string): void {
  const rows = list.filter(isRow)
  if (list.length === 0) console.log(`${indent}${paint('dim', 'none')}`)
  else if (rows.length < list.length) for (const one of list) console.log(`${indent}${cell(one)}`)
  else printTable(rows, { indent })
}

function printTable(rows: readonly Row[], { indent = '', columns = columnsOf(rows) }: TableOptions = {}): void {
  const names = columns
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => cell(row[name]).length)))
  const line = (cells: readonly string[], painted: (text: string, name: string) => string) =>
    console.log(
      indent +
        cells
          .map((text, at) => painted(text.padEnd(widths[at] ?? 0), names[at] ?? ''))
          .join('  ')
          .trimEnd(),
    )
  line(names, (text) => paint('dim', text))
  for (const row of rows)
    line(
      names.map((name) => cell(row[name])),
      (text, name) => (name === 'status' ? text.replace(text.trim(), paintStatus(text.trim())) : text),
    )
}

interface TableOptions {
  readonly indent?: string
  readonly columns?: readonly string[]
}

/** Columns with a value that fits into a cell, and that is not empty in every row. */
function columnsOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const filled = names.filter((name) =>
    rows.some((row) => !isNested(row[name]) && row[name] !== null && row[name] !== undefined),
  )
  const rank = (name: string) => (important.includes(name) ? important.indexOf(name) : important.length)
  return filled.sort((a, b) => rank(a) - rank(b)).slice(0, mostColumns)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** It does not fit into a cell. A list of words does. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((one) => typeof one === 'object') : typeof value === 'object' && value !== null

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  if (text === '') return '–'
  // An address is copied from here.
  if (/^https?:/.test(text)) return text
  const flat = text.replace(/\s+/g, ' ')
  return flat.length > widestCell ? `${flat.slice(0, widestCell - 1)}…` : flat
}
