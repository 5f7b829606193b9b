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
 * How long X says that a text is. It differs from twitter-text 3.1.0, last changed in 2020, where the world went on:
 * the top-level domains are those of today, and an emoji sequence that is newer than Unicode 11 weighs 2, as X's
 * documentation says of every emoji. Both count a file's name such as `foo.zip` as a link, since that is a domain.
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
