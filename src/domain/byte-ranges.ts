/** A part of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** More parts than this are answered with the whole file. */
const maxRanges = 16

/**
 * The parts that a `Range` header asks of a file of this size: null where it is to be ignored and the whole file sent,
 * an empty list where none of it can be had.
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
  // Parts that overlap may ask for a file many times over.
  const asked = ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  return asked > size ? null : ranges
}

function parseRange(spec: string, size: number): ByteRange | 'malformed' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^(\d{0,15})-(\d{0,15})$/.exec(spec) ?? []
  if (first === '' && last === '') return 'malformed'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'malformed'
  return start <= end ? { start, end } : 'unsatisfiable'
}
