import { fits } from './count-text.ts'
import type { TextRule } from './post-rules.ts'

export interface DraftedReply {
  readonly reply: string
  readonly comment: string
  /** Who wrote the comment, as the platform names them; null where it does not. */
  readonly username: string | null
  /** All that the business has said of itself: addresses and numbers may be told if they stand here. */
  readonly context: string
  /** Our own words to the model. */
  readonly instructions: string
  readonly rule: TextRule
  /** Whoever drafted it is the echo, which repeats the comment and is nobody's model. */
  readonly echoes: boolean
}

/**
 * Why a reply that a language model has drafted must not go out; null where it may. The comment may have talked the model
 * into anything, so the text alone is looked at, and in doubt nothing goes out.
 */
export function faultOfReply(draft: DraftedReply): string | null {
  const reply = draft.reply.normalize('NFKC')
  if (wordsIn(reply).length === 0) return 'The reply has no words.'
  if (!fits(draft.reply, draft.rule)) return 'The reply is longer than the platform takes.'
  if (unseen.test(draft.reply)) return 'The reply has characters that nobody sees.'
  if (hasStrange(addressesIn(withoutName(reply, draft.username)), addressesIn(draft.context)))
    return 'The reply has a link or an address that the settings of the profile do not.'
  if (hasStrange(numbersIn(reply), numbersIn(draft.context)))
    return 'The reply has a telephone number, or another long one, that the settings of the profile do not.'
  if (mentionsOther(reply, draft.username)) return 'The reply names an account other than that of the commenter.'
  if (draft.echoes) return null
  if (inside.test(reply) || shareRun(reply, draft.instructions, instructionRun))
    return 'The reply tells of how it was made.'
  return repeats(reply, draft.comment.normalize('NFKC')) ? 'The reply repeats what the comment says.' : null
}

/** Controls other than a new line, marks without width or that turn the direction; joiners and selectors are in emoji. */
const unseen = /(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]|(?!\u200d)\p{Cf}/u

const hasStrange = (found: readonly string[], known: readonly string[]): boolean =>
  found.some((one) => !known.includes(one))

/**
 * With a scheme; what a reader, or a platform, takes for a domain, whatever it ends in; an e-mail address; what is written
 * out so that it looks like none.
 */
const addresses = [
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|mailto:|tel:|javascript:|data:)\S+/giu,
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:[.。]+[\p{L}\p{N}-]+)*[.。]+(?:\p{L}[\p{L}\p{N}-]+)(?:[/?#:]\S*)?/gu,
  /(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+/gu,
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+\s*(?:[[({]\s*(?:dot|punkt|at)\s*[\])}]|\sdot\s)\s*[\p{L}\p{N}-]+/giu,
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/gu,
]

const addressesIn = (text: string): string[] =>
  addresses.flatMap((pattern) => text.match(pattern) ?? []).map(plainAddress)

const plainAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/[\p{P}\p{S}]+$/u, '')

/** Digits from which a number may be dialled or paid to. */
const longNumber = 7
const numbers = /\p{Nd}(?:[\s().\-/–·]{0,3}\p{Nd})+/gu

const numbersIn = (text: string): string[] =>
  (text.match(numbers) ?? [])
    .map((number) => number.replace(/\P{Nd}/gu, ''))
    .filter(({ length }) => length >= longNumber)

/** Who writes under a domain is no link where the reply speaks to them. */
const withoutName = (reply: string, username: string | null): string =>
  username === null
    ? reply
    : reply
        .split(/\s+/)
        .filter(
          (word) => word.replace(/[,:;.!?]+$/, '').toLowerCase() !== `@${username.replace(/^@/, '').toLowerCase()}`,
        )
        .join(' ')

const mentions = /(?<![\p{L}\p{N}._%+-])(?:@|\/?\bu\/)([\p{L}\p{N}_][\p{L}\p{N}_.-]*)/giu

function mentionsOther(reply: string, username: string | null): boolean {
  const own = username?.replace(/^@/, '').toLowerCase()
  return [...reply.matchAll(mentions)].some(([, name = '']) => name.replace(/[.-]+$/, '').toLowerCase() !== own)
}

/** What only somebody says who speaks of the model, of its orders or in their form. */
const inside = new RegExp(
  [
    'as an? (?:ai|artificial|(?:large )?language model|assistant|(?:chat)?bot)\\b',
    "\\bi(?:['’]m| am) (?:just |only )?an? (?:ai|artificial|(?:large )?language model|(?:chat)?bot|virtual assistant)\\b",
    '\\b(?:language model|chatgpt|gpt-?\\d|openai|anthropic|claude|llama|sandbox-echo)\\b',
    '\\b(?:system|initial|hidden|original|developer) (?:prompt|message|instructions?)\\b',
    '\\b(?:my|your|these|previous|prior|the following|above) (?:instructions?|prompt)\\b',
    '\\b(?:als (?:eine? )?(?:ki|sprachmodell)|en tant qu.?(?:ia|intelligence artificielle)|como (?:una? )?(?:ia|modelo de lenguaje))\\b',
    '\\bjson\\b',
    '\\$schema',
    '\\b[a-z]+_(?:name|profile|description|info|url|enabled|mode)\\b',
    '[{}<>`]|"reply"|\\bsystem:|\\bassistant:',
  ].join('|'),
  'iu',
)

/** Words in a row that nobody has in common by chance with our own words to the model, or with the comment. */
const instructionRun = 5
const commentRun = 4
/** Behind words such as “say” and a colon, or in quotation marks, stands what somebody wants to have said. */
const wanted = /["“”„«»‘`]([^"“”„«»’`]{3,})["“”„«»’`]|:\s*(.{3,})$/gsu

function repeats(reply: string, comment: string): boolean {
  const [said, heard] = [joined(wordsIn(reply)), joined(wordsIn(comment))]
  if (heard.includes(said) || said.includes(heard)) return true
  if (shareRun(reply, comment, commentRun)) return true
  return [...comment.matchAll(wanted)].some(([, quoted, behind]) => {
    const words = wordsIn(quoted ?? behind ?? '')
    return words.length > 0 && said.includes(joined(words))
  })
}

function shareRun(one: string, other: string, length: number): boolean {
  const [said, heard] = [wordsIn(one), joined(wordsIn(other))]
  return said.some((_, at) => at + length <= said.length && heard.includes(joined(said.slice(at, at + length))))
}

/** Accents, case and what stands between letters are of no account. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const joined = (words: readonly string[]): string => ` ${words.join(' ')} `
