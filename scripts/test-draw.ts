import { createHash } from 'node:crypto'

/** A number from 0 to `count` - 1: always the same one for the same seed and name. */
export function draw(seed: string, name: string, count: number): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % count
}
