/** Text that a spreadsheet would run as a formula, also behind apostrophes. */
const formula = /^'*[=+\-@\t\r]/

/** CSV as in RFC 4180. Spreadsheets need the mark at the start to read it as UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
