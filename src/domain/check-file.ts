import { type Findings, warning } from './check-text.ts'
import type { Finding, PostWarning } from './content.ts'
import type { FindingCode } from './finding-codes.ts'
import type { MediaFacts } from './media-facts.ts'
import type { MediaType } from './media-types.ts'
import type { MediaRule, Range } from './post-rules.ts'
import { aspectWords, duration, number, sizeLimit, typeList, typeName } from './rule-words.ts'

/** How messages name a file and its platform. */
export interface Label {
  /** The platform, or its post type. */
  readonly who: string
  readonly path: string
  readonly name: string
}

/** Which accounts may send a file above the ordinary limit: eligible accounts, or none. */
type Beyond = 'eligible' | 'nobody'

export interface CheckedFile extends Findings {
  readonly limits: readonly Beyond[]
}

/** The size of the picture as it is shown; null if the file does not contain it. */
export function shownSize({ width, height, rotation }: MediaFacts): { width: number; height: number } | null {
  if (width === null || height === null || width === 0 || height === 0) return null
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Checks one file against the rule of its kind, and returns all findings. `types` would be accepted in its place. */
export function checkFile(
  rule: MediaRule,
  facts: MediaFacts,
  label: Label,
  { eligible, types }: { readonly eligible: boolean; readonly types: readonly MediaType[] },
): CheckedFile {
  const limits = upperLimits(rule, facts)
  return {
    findings: [
      ...typeFindings(types, facts, label),
      ...limits.flatMap((limit) => limitFindings(limit, label, eligible)),
      ...shapeFindings(rule, facts, label),
    ],
    warnings: limits.flatMap((limit) => stricterWarnings(limit, rule, label)),
    limits: limits.flatMap((limit) => beyond(limit) ?? []),
  }
}

function typeFindings(types: readonly MediaType[], { contentType }: MediaFacts, { who, path, name }: Label): Finding[] {
  if (types.includes(contentType)) return []
  const message = `${name} is ${typeName(contentType)}; ${who} accepts ${typeList(types)} here.`
  return [{ path, code: 'media_type', message, allowed: types, actual: contentType }]
}

/** A limit of size or duration, with the exceptions to it. */
interface UpperLimit {
  readonly code: FindingCode
  readonly unit: 'bytes' | 'seconds'
  readonly actual: number
  /** For every account. */
  readonly max: number | undefined
  /** For an eligible account. */
  readonly furthest: number | undefined
  readonly who: string | undefined
  /** Above this the platform itself may refuse the file. */
  readonly stricter: number | undefined
  readonly is: string
  readonly words: (limit: number) => string
}

const upperLimits = ({ maxBytes, seconds, eligible, stricter }: MediaRule, facts: MediaFacts): UpperLimit[] => [
  {
    code: 'media_too_large',
    unit: 'bytes',
    actual: facts.size,
    max: maxBytes,
    furthest: eligible?.maxBytes,
    who: eligible?.who,
    stricter: stricter?.maxBytes,
    is: `has ${number(facts.size)} bytes`,
    words: sizeLimit,
  },
  {
    code: 'media_too_long',
    unit: 'seconds',
    actual: facts.seconds ?? 0,
    max: seconds?.max,
    furthest: eligible?.maxSeconds,
    who: eligible?.who,
    stricter: stricter?.maxSeconds,
    is: `is ${duration(facts.seconds ?? 0)} long`,
    words: duration,
  },
]

const beyond = ({ actual, max, furthest }: UpperLimit): Beyond | undefined => {
  if (max === undefined || actual <= max) return undefined
  return furthest !== undefined && actual <= furthest ? 'eligible' : 'nobody'
}

function limitFindings(limit: UpperLimit, { who, path, name }: Label, eligible: boolean): Finding[] {
  const { code, unit, actual, max = 0, furthest, is, words } = limit
  const state = beyond(limit)
  if (state === undefined || (state === 'eligible' && eligible)) return []
  const more = furthest === undefined || limit.who === undefined ? '' : `, or ${words(furthest)} from ${limit.who}`
  const message = `${name} ${is}; ${who} accepts at most ${words(max)}${more}.`
  const found = { path, code, message, limit: eligible ? (furthest ?? max) : max, actual, unit }
  return [state === 'eligible' ? { ...found, who: limit.who } : found]
}

function stricterWarnings(
  { actual, stricter, is, words }: UpperLimit,
  rule: MediaRule,
  { who, name }: Label,
): PostWarning[] {
  if (stricter === undefined || actual <= stricter) return []
  const message = `${name} ${is}; the documented limit of ${who} is ${words(stricter)}, so ${who} may refuse the file (${rule.stricter?.source}).`
  return [warning('platform_limit_stricter', message)]
}

/** The minimum duration, and the size and shape of the picture. */
function shapeFindings(rule: MediaRule, facts: MediaFacts, { who, path, name }: Label): Finding[] {
  const found = (code: FindingCode, message: string, more: object): Finding => ({ path, code, message, ...more })
  const { seconds } = facts
  const tooShort = seconds !== null && rule.seconds !== undefined && seconds < rule.seconds.min
  const findings = tooShort
    ? [
        found(
          'media_too_short',
          `${name} is ${duration(seconds)} long; ${who} requires at least ${duration(rule.seconds.min)}.`,
          { limit: rule.seconds.min, actual: seconds, unit: 'seconds' },
        ),
      ]
    : []
  const size = shownSize(facts)
  if (!size) return findings
  const { width, height } = size
  const sides = sidesOf(rule, size).map(({ code, actual, limit, is, bound }) =>
    found(code, `${name} is ${number(actual)} pixels ${is}; ${who} ${bound} ${number(limit)}.`, {
      limit,
      actual,
      unit: 'pixels',
    }),
  )
  const outOfShape = rule.aspect && !inside(width / height, rule.aspect)
  if (!outOfShape) return [...findings, ...sides]
  const message = `${name} is ${number(width)} by ${number(height)} pixels; ${who} requires ${aspectWords(rule.aspect)}.`
  return [
    ...findings,
    ...sides,
    found('media_aspect_ratio', message, { limit: rule.aspect, actual: Math.round((width / height) * 1000) / 1000 }),
  ]
}

export const inside = (value: number, { min, max }: Range): boolean => value >= min && value <= max

/** The sides that are too small or too large. */
function sidesOf(rule: MediaRule, { width, height }: { width: number; height: number }) {
  const least = [
    { code: 'media_too_narrow', actual: width, limit: rule.minWidth, is: 'wide' },
    { code: 'media_too_low', actual: height, limit: rule.minHeight, is: 'high' },
  ] as const
  const most = [
    { code: 'media_too_wide', actual: width, limit: rule.maxWidth, is: 'wide' },
    { code: 'media_too_high', actual: height, limit: rule.maxHeight, is: 'high' },
  ] as const
  return [
    ...least.flatMap(({ limit = 0, ...side }) =>
      side.actual < limit ? [{ ...side, limit, bound: 'requires at least' }] : [],
    ),
    ...most.flatMap(({ limit = Number.POSITIVE_INFINITY, ...side }) =>
      side.actual > limit ? [{ ...side, limit, bound: 'accepts at most' }] : [],
    ),
  ]
}
