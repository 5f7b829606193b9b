import { type Words, words } from '../../words/words.ts'
import { sharedOptionWords } from './option-words.ts'

type Texts = Readonly<Record<string, string | undefined>>

interface Common {
  /** Where developer apps of the platform are made; null: none is needed. */
  readonly console: string | null
  /** Options that are asked first, in this order; the rest is under “More”. Without it: all are shown. */
  readonly first?: readonly string[]
}

interface OwnTexts {
  /** The things that a person must have: the first facts of the guide in docs/platforms, shortened. */
  readonly facts: readonly string[]
  /** Of options, and of what the form to connect asks for. Without one: what the API says. */
  readonly labels?: Texts
  /** Where a label does not say enough. */
  readonly hints?: Texts
  /** Values of options and kinds of posts. One without words is shown as it is. */
  readonly values?: Texts
  /** Login methods. */
  readonly ways?: Texts
}

/** The texts about a platform. */
export interface PlatformTexts extends Common, Required<OwnTexts> {}

export type PlatformWords = Words<PlatformTexts>

/** German must have the same texts as English. */
export function platformWords<Own extends OwnTexts>(common: Common, english: Own, german: NoInfer<Own>): PlatformWords {
  const all = (shared: Pick<PlatformTexts, 'labels' | 'hints' | 'values'>, own: OwnTexts): PlatformTexts => ({
    ...common,
    facts: own.facts,
    labels: { ...shared.labels, ...own.labels },
    hints: { ...shared.hints, ...own.hints },
    values: { ...shared.values, ...own.values },
    ways: own.ways ?? {},
  })
  return words(all(sharedOptionWords.en, english), all(sharedOptionWords.de, german))
}
