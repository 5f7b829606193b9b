/**
 * QR codes by ISO/IEC 18004: bytes, error correction L, versions 5 to 9. That holds every address of an authenticator
 * app up to 230 bytes.
 */
interface Version {
  readonly version: number
  readonly blocks: number
  readonly dataPerBlock: number
  readonly checksPerBlock: number
  /** Where the centres of the small squares are, in both directions. */
  readonly centres: readonly number[]
}

const versions: readonly Version[] = [
  { version: 5, blocks: 1, dataPerBlock: 108, checksPerBlock: 26, centres: [6, 30] },
  { version: 6, blocks: 2, dataPerBlock: 68, checksPerBlock: 18, centres: [6, 34] },
  { version: 7, blocks: 2, dataPerBlock: 78, checksPerBlock: 20, centres: [6, 22, 38] },
  { version: 8, blocks: 2, dataPerBlock: 97, checksPerBlock: 24, centres: [6, 24, 42] },
  { version: 9, blocks: 2, dataPerBlock: 116, checksPerBlock: 30, centres: [6, 26, 46] },
]

/** Rows of modules, true is dark; null: the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = versions.find(({ blocks, dataPerBlock }) => bytes.length + 2 <= blocks * dataPerBlock)
  if (version === undefined) return null
  return draw(version, codewords(bytes, version))
}

/** The bytes with their length before and their checks behind, interleaved block by block. */
function codewords(bytes: Uint8Array, { blocks, dataPerBlock, checksPerBlock }: Version): number[] {
  const bits = [
    ...toBits(0b0100, 4),
    ...toBits(bytes.length, 8),
    ...[...bytes].flatMap((byte) => toBits(byte, 8)),
    0,
    0,
    0,
    0,
  ]
  const size = blocks * dataPerBlock
  const data = Array.from({ length: size }, (_, at) => {
    if (at * 8 >= bits.length) return (at - Math.ceil(bits.length / 8)) % 2 === 0 ? 0xec : 0x11
    return bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0)
  })
  const parts = Array.from({ length: blocks }, (_, block) =>
    data.slice(block * dataPerBlock, (block + 1) * dataPerBlock),
  )
  const checks = parts.map((part) => checksOf(part, checksPerBlock))
  return [...interleaved(parts, dataPerBlock), ...interleaved(checks, checksPerBlock)]
}

const interleaved = (parts: readonly (readonly number[])[], length: number): number[] =>
  Array.from({ length }, (_, at) => parts.map((part) => part[at] ?? 0)).flat()

const toBits = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => (value >> (count - 1 - at)) & 1)

/** The product in the field of 256 elements with x⁸ + x⁴ + x³ + x² + 1. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

/** Reed-Solomon: the remainder after the division by (x − 1)(x − 2)(x − 4)… */
function checksOf(data: readonly number[], count: number): number[] {
  let divisor = [1]
  for (let at = 0, root = 1; at < count; at += 1, root = times(root, 2))
    divisor = [...divisor, 0].map((factor, position) => factor ^ times(divisor[position - 1] ?? 0, root))
  const rest = [...data, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < data.length; at += 1) {
    const first = rest[at] ?? 0
    for (const [position, factor] of divisor.entries())
      rest[at + position] = (rest[at + position] ?? 0) ^ times(factor, first)
  }
  return rest.slice(data.length)
}

/** The remainder of a polynomial over two elements, behind the value. */
function withCheck(value: number, generator: number, count: number): number {
  let rest = value << count
  const length = Math.floor(Math.log2(generator))
  for (
    let bit = Math.floor(Math.log2(Math.max(rest, 1)));
    bit >= length;
    bit = Math.floor(Math.log2(Math.max(rest, 1)))
  )
    rest ^= generator << (bit - length)
  return (value << count) | rest
}

/** Always the same mask: readers take any, and the choice of the standard is only about dirty paper. */
const mask = 0
const isMasked = (row: number, column: number): boolean => (row + column) % 2 === 0

function draw({ version, centres }: Version, words: readonly number[]): boolean[][] {
  const size = version * 4 + 17
  const modules: (boolean | null)[][] = Array.from({ length: size }, () => Array.from({ length: size }, () => null))
  const set = (row: number, column: number, isDark: boolean) => {
    const line = modules[row]
    if (line !== undefined && column >= 0 && column < size) line[column] = isDark
  }
  drawFixed(set, size, centres)
  drawFormat(set, size)
  if (version >= 7) drawVersion(set, size, version)
  const bits = words.flatMap((word) => toBits(word, 8))
  let next = 0
  for (const [row, column] of zigzag(size))
    if (modules[row]?.[column] === null) {
      set(row, column, (bits[next] === 1) !== isMasked(row, column))
      next += 1
    }
  return modules.map((line) => line.map((module) => module === true))
}

type Set = (row: number, column: number, isDark: boolean) => void

/** The three corners, the small squares and the dotted lines between the corners. */
function drawFixed(set: Set, size: number, centres: readonly number[]): void {
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const last = centres.at(-1)
  for (const row of centres)
    for (const column of centres)
      if (!((row === 6 && (column === 6 || column === last)) || (row === last && column === 6)))
        drawSquare(set, row, column, 2, [0, 2])
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    drawSquare(set, row, column, 4, [0, 1, 3])
}

/** A square around a centre; `dark` are the distances from the centre that are dark. */
function drawSquare(set: Set, row: number, column: number, reach: number, dark: readonly number[]): void {
  for (let down = -reach; down <= reach; down += 1)
    for (let right = -reach; right <= reach; right += 1)
      set(row + down, column + right, dark.includes(Math.max(Math.abs(down), Math.abs(right))))
}

const correctionL = 0b01

/** Which correction and mask were used, twice. */
function drawFormat(set: Set, size: number): void {
  const bits = toBits(withCheck((correctionL << 3) | mask, 0b10100110111, 10) ^ 0b101010000010010, 15)
  for (const [at, bit] of bits.entries()) {
    const isDark = bit === 1
    if (at < 6) set(8, at, isDark)
    else if (at < 8) set(8, at + 1, isDark)
    else if (at === 8) set(7, 8, isDark)
    else set(14 - at, 8, isDark)
    if (at < 7) set(size - 1 - at, 8, isDark)
    else set(8, size - 15 + at, isDark)
  }
  set(size - 8, 8, true)
}

/** The version, twice. */
function drawVersion(set: Set, size: number, version: number): void {
  const bits = toBits(withCheck(version, 0b1111100100101, 12), 18).reverse()
  for (const [at, bit] of bits.entries()) {
    const [long, short] = [Math.floor(at / 3), size - 11 + (at % 3)]
    set(long, short, bit === 1)
    set(short, long, bit === 1)
  }
}

/** In pairs of columns from the right, up and down in turn; the dotted column is left out. */
function* zigzag(size: number): Generator<readonly [number, number]> {
  let goesUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const row = goesUp ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    goesUp = !goesUp
  }
}
