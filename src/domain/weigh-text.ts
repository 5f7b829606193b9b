import { sumWithEmoji } from './emoji.ts'
import { linksIn } from './links.ts'

/** twitter-text, configuration 3; docs.x.com, Counting characters, 2026-08-22. */
const linkWeight = 23
const emojiWeight = 2
const lightWeight = 1
const heavyWeight = 2
const light = [
  { from: 0x0000, to: 0x10ff },
  { from: 0x2000, to: 0x200d },
  { from: 0x2010, to: 0x201f },
  { from: 0x2032, to: 0x2037 },
] as const

/**
 * The length of a text as X counts it. It differs from twitter-text 3.1.0, which was last changed in 2020: the
 * top-level domains are the current ones, and every emoji sequence newer than Unicode 11 weighs 2, as X's documentation
 * says about all emoji. Both count a file name such as `foo.zip` as a link, because it is a domain.
 */
export function weighText(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let at = 0
  for (const { start, end } of linksIn(normal)) {
    weight += weighPlain(normal.slice(at, start)) + linkWeight
    at = end
  }
  return weight + weighPlain(normal.slice(at))
}

const weighPlain = (text: string): number => sumWithEmoji(text, () => emojiWeight, weightOf)

const weightOf = (code: number): number =>
  light.some(({ from, to }) => code >= from && code <= to) ? lightWeight : heavyWeight
