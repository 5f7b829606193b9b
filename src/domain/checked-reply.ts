import { fits } from './count-text.ts'
import type { TextRule } from './post-rules.ts'

export interface DraftedReply {
  readonly reply: string
  readonly comment: string
  /** The name of the comment's author on the platform; null if the platform does not return it. */
  readonly username: string | null
  /** Everything that the business has entered about itself. A reply may contain its addresses and numbers. */
  readonly context: string
  /** Our instructions to the model. */
  readonly instructions: string
  readonly rule: TextRule
  /** The reply was drafted by the echo, which repeats the comment and is not a model. */
  readonly echoes: boolean
}

/** In UTF-16 units. The model was asked for a few sentences, and checking a long text would hold up everything else. */
const longest = 2_000

/**
 * Why a reply that a language model has drafted must not be posted; null if it may. The comment may have manipulated
 * the model, so only the text counts, and in doubt the reply is not posted.
 */
export function faultOfReply(draft: DraftedReply): string | null {
  if (draft.reply.length > longest) return 'The reply is much longer than a few sentences.'
  const reply = draft.reply.normalize('NFKC')
  if (wordsIn(reply).length === 0) return 'The reply has no words.'
  if (!fits(draft.reply, draft.rule)) return 'The reply is longer than the platform allows.'
  if (unseen.test(draft.reply)) return 'The reply contains invisible characters.'
  if (hasStrange(addressesIn(withoutName(reply, draft.username)), addressesIn(draft.context)))
    return 'The reply contains a link or an address that is not in the settings of the profile.'
  if (hasStrange(numbersIn(reply), numbersIn(draft.context)))
    return 'The reply contains a telephone number or another long number that is not in the settings of the profile.'
  if (mentionsOther(reply, draft.username)) return 'The reply mentions an account other than that of the commenter.'
  if (draft.echoes) return null
  if (inside.test(reply) || shareRun(reply, draft.instructions, instructionRun))
    return 'The reply reveals how it was made.'
  return repeats(reply, draft.comment.normalize('NFKC')) ? 'The reply repeats the comment.' : null
}

/**
 * Control characters except a new line, and invisible or direction-changing marks. Joiners and selectors are allowed:
 * emoji contain them.
 */
const unseen = /(?!\n)[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{e0000}-\u{e007f}]|(?!\u200d)\p{Cf}/u

function hasStrange(found: readonly string[], known: readonly string[]): boolean {
  const all = new Set(known)
  return found.some((one) => !all.has(one))
}

/**
 * URLs with a scheme; anything that readers or platforms would read as a domain, whatever its ending; e-mail addresses;
 * addresses that are spelled out, such as `acme [dot] com`; IP addresses. The number of a domain's labels is limited, so
 * that the time stays linear.
 */
const addresses = [
  /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|mailto:|tel:|javascript:|data:)\S+/giu,
  /(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+(?:[.。]+[\p{L}\p{N}-]+){0,20}[.。]+(?:\p{L}[\p{L}\p{N}-]+)(?:[/?#:]\S*)?/gu,
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
    .replace(/(?<![\p{P}\p{S}])[\p{P}\p{S}]+$/u, '')

/** Numbers with at least this many digits may be telephone or account numbers. */
const longNumber = 7
const numbers = /\p{Nd}(?:[\s().\-/–·]{0,3}\p{Nd})+/gu

const numbersIn = (text: string): string[] =>
  (text.match(numbers) ?? [])
    .map((number) => number.replace(/\P{Nd}/gu, ''))
    .filter(({ length }) => length >= longNumber)

/** The author's name may be a domain. It is not a link if the reply mentions the author. */
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

/** Words that only a text about the model or its instructions contains, or that look like its input format. */
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

/** This many equal words in a row cannot be a coincidence: with our instructions, or with the comment. */
const instructionRun = 5
const commentRun = 4
/** Words that a comment wants the model to say are usually in quotation marks, or at the end after a colon. */
const wanted = /["“”„«»‘`]([^"“”„«»’`]{3,})["“”„«»’`]|:\s*(.{3,})$/gsu

function repeats(reply: string, comment: string): boolean {
  const [ours, theirs] = [joined(wordsIn(reply)), joined(wordsIn(comment))]
  if (theirs.includes(ours) || ours.includes(theirs)) return true
  if (shareRun(reply, comment, commentRun)) return true
  return [...comment.matchAll(wanted)].some(([, quoted, behind]) => {
    const words = wordsIn(quoted ?? behind ?? '')
    return words.length > 0 && ours.includes(joined(words))
  })
}

function shareRun(one: string, other: string, length: number): boolean {
  const [words, text] = [wordsIn(one), joined(wordsIn(other))]
  return words.some((_, at) => at + length <= words.length && text.includes(joined(words.slice(at, at + length))))
}

/** Ignores accents, case, punctuation and spaces. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const joined = (words: readonly string[]): string => ` ${words.join(' ')} `
