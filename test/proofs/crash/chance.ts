/** Random numbers from a seed, so that a run can be repeated; the exact timing still depends on the machine. */
export interface Chance {
  /** From 0 up to 1. */
  readonly fraction: () => number
  /** True in this share of cases. */
  readonly happens: (share: number) => boolean
  readonly pick: <T>(items: readonly [T, ...T[]]) => T
  readonly between: (least: number, most: number) => number
}

/** mulberry32: small, and good enough to spread values. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    fraction,
    happens: (share) => fraction() < share,
    pick: (items) => items[Math.floor(fraction() * items.length)] ?? items[0],
    between: (least, most) => least + fraction() * (most - least),
  }
}
