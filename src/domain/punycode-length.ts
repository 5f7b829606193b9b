/** Parameters of RFC 3492, section 5. */
const base = 36
const smallestThreshold = 1
const largestThreshold = 26
const skew = 38
const damp = 700
const initialBias = 72
const firstCode = 128

const prefixLength = 'xn--'.length

/**
 * The length of a domain label in ASCII (RFC 3492); infinite if it has more than `most` code points, because no code
 * point becomes shorter.
 */
export function punycodeLength(label: string, most: number): number {
  if (!/[^\x20-\x7e]/.test(label)) return label.length
  const codes = Array.from(label.slice(0, 2 * most + 2), (character) => character.codePointAt(0) ?? 0)
  if (codes.length > most) return Number.POSITIVE_INFINITY
  const plain = codes.filter((code) => code < firstCode).length
  return prefixLength + (plain > 0 ? plain + 1 : 0) + countDigits(codes, plain)
}

/** The number of digits that encode the other characters and their positions. */
function countDigits(codes: readonly number[], plain: number): number {
  let code = firstCode
  let delta = 0
  let bias = initialBias
  let handled = plain
  let digits = 0
  while (handled < codes.length) {
    const next = Math.min(...codes.filter((one) => one >= code))
    delta += (next - code) * (handled + 1)
    code = next
    for (const one of codes) {
      if (one < code) delta += 1
      if (one !== code) continue
      digits += digitsOf(delta, bias)
      bias = adapted(delta, handled + 1, handled === plain)
      delta = 0
      handled += 1
    }
    delta += 1
    code += 1
  }
  return digits
}

/** The length of a number as a variable-length integer. */
function digitsOf(delta: number, bias: number): number {
  let rest = delta
  for (let digits = 1; ; digits += 1) {
    const threshold = Math.min(Math.max(base * digits - bias, smallestThreshold), largestThreshold)
    if (rest < threshold) return digits
    rest = Math.floor((rest - threshold) / (base - threshold))
  }
}

function adapted(delta: number, handled: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? damp : 2))
  rest += Math.floor(rest / handled)
  let steps = 0
  while (rest > ((base - smallestThreshold) * largestThreshold) / 2) {
    rest = Math.floor(rest / (base - smallestThreshold))
    steps += base
  }
  return steps + Math.floor(((base - smallestThreshold + 1) * rest) / (rest + skew))
}
