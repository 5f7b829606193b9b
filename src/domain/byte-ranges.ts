/** A part of a file; both ends are included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** If a request has more ranges than this, the response is the whole file. */
const maxRanges = 16

/**
 * The parts of a file of this size that a `Range` header requests. Null: ignore the header and send the whole file.
 * Empty: the file has none of the requested parts.
 */
export function parseRanges(header: string | undefined, size: number): readonly ByteRange[] | null {
  const specs = /^bytes=(.+)$/.exec(header ?? '')?.[1]?.split(',')
  if (specs === undefined || specs.length > maxRanges) return null
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const range = parseRange(spec.trim(), size)
    if (range === 'malformed') return null
    if (range !== 'unsatisfiable') ranges.push(range)
  }
  // Overlapping ranges could request a file many times over.
  const requested = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return requested > size ? null : ranges
}

function parseRange(spec: string, size: number): ByteRange | 'malformed' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^(\d{0,15})-(\d{0,15})$/.exec(spec) ?? []
  if (first === '' && last === '') return 'malformed'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'malformed'
  return start <= end ? { start, end } : 'unsatisfiable'
}
