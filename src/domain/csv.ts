/** The fault is a sentence for people. */
export type ParsedCsv = { readonly rows: readonly (readonly string[])[] } | { readonly fault: string }

const separators = [',', ';', '\t'] as const
const byteOrderMark = '\uFEFF'

/**
 * Reads CSV as in RFC 4180. Cells may also be separated by semicolons, as Excel writes them in many countries, or by tabs;
 * the first line decides. Lines may end with LF alone, and the text may begin with a byte order mark.
 */
export function parseCsv(text: string): ParsedCsv {
  const source = text.startsWith(byteOrderMark) ? text.slice(1) : text
  const separator = separatorOf(source)
  const quoted = /"([^"]*(?:""[^"]*)*)"/y
  const plain = new RegExp(`[^${separator}\r\n]*`, 'y')
  const lineEnd = /\r\n|\n|\r/y
  const matchAt = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const rows: string[][] = []
  for (let at = 0, row: string[] = []; at < source.length; ) {
    const isQuoted = source[at] === '"'
    const cell = matchAt(isQuoted ? quoted : plain, at)
    const where = `in row ${rows.length + 1}, cell ${row.length + 1}`
    if (!cell) return { fault: `A quoted cell has no end: it begins ${where}. Close it with a quote.` }
    row.push(isQuoted ? (cell[1] ?? '').replaceAll('""', '"') : cell[0])
    at += cell[0].length
    if (source[at] === separator) {
      at += 1
      // The text ends with an empty cell.
      if (at === source.length) row.push('')
    } else {
      const end = matchAt(lineEnd, at)
      if (!end && at < source.length)
        return { fault: `There is text after a closing quote, ${where}. Write a quote in a cell twice.` }
      at += end?.[0].length ?? 0
      rows.push(row)
      row = []
      continue
    }
    if (at === source.length) rows.push(row)
  }
  return { rows }
}

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(source: string): string {
  const [first = ''] = source.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = separators.map((one) => first.split(one).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Text that a spreadsheet would run as a formula, also behind apostrophes. */
const formula = /^'*[=+\-@\t\r]/

/** Writes CSV with a byte order mark only if it begins a file: spreadsheets need it to recognise UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[], { begins }: { readonly begins: boolean }): string =>
  (begins ? byteOrderMark : '') + rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')

/** A cell that a spreadsheet would run gets an apostrophe in front. `unguarded` takes it away again. */
function writeCell(text: string): string {
  const guarded = formula.test(text) ? `'${text}` : text
  return /[",;\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The text of a cell that `writeCsv` may have written. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
