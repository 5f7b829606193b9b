import type { FaultKind } from '../../../src/sandbox/shared/simulator.ts'
import { testedNames } from '../../platforms/index.ts'
import { agree, neededBy } from '../../platforms/needs.ts'
import type { NeededMedia } from '../../platforms/shared/tested.ts'
import type { Chance } from './chance.ts'
import type { People, Person } from './people.ts'

/** A post to send, and what its sender then does with it. */
export interface RandomPost {
  readonly by: Person
  readonly key: string
  readonly message: string
  readonly platforms: readonly string[]
  readonly comments: readonly string[]
  /** Its media. */
  readonly media: NeededMedia | null
  /** In this number of milliseconds; null: now. */
  readonly scheduledIn: number | null
  readonly meddling: 'cancel' | 'delete' | null
  /** In milliseconds after its acceptance. */
  readonly meddlesAfter: number
}

/** Faults after which it is at first unknown whether the post was accepted. */
const faults = ['timeout_before', 'timeout_after', 'server_error_after', 'reset', 'malformed_json'] as const

const shares = {
  faulty: 0.04,
  /** For posts that go only to X. */
  limited: 0.3,
  onePlatform: 0.1,
  comments: 0.08,
  image: 0.03,
  /** The same text as an earlier post of the user: X refuses it, others do not. */
  twin: 0.02,
  scheduled: 0.1,
  meddling: 0.06,
  meddlingWithScheduled: 0.5,
} as const

/** In milliseconds: scheduled posts become due during the run. */
const longestSchedule = 4_000
const longestThought = 300

export type NextPost = () => RandomPost

export function randomPosts(people: People, chance: Chance): NextPost {
  let count = 0
  let last: RandomPost | null = null
  return () => {
    count += 1
    const twin = last !== null && chance.happens(shares.twin) ? last : null
    last = { ...newPost(`No. ${count}`, people, chance), ...(twin && { by: twin.by, message: twin.message }) }
    return last
  }
}

function newPost(name: string, people: People, chance: Chance): RandomPost {
  const platforms = platformsOf(chance)
  const isScheduled = chance.happens(shares.scheduled)
  const meddles = chance.happens(isScheduled ? shares.meddlingWithScheduled : shares.meddling)
  const comments = chance.happens(shares.comments) ? Math.ceil(chance.between(0, 2)) : 0
  const fault = faultOf(platforms, chance)
  return {
    by: chance.pick(people),
    key: name.replaceAll(' ', '-'),
    message: fault === null ? name : `${name} [[sandbox:${fault}]]`,
    platforms,
    comments: Array.from({ length: comments }, (_, index) => `${name}, comment ${index + 1}`),
    media: neededBy(platforms) ?? (chance.happens(shares.image) ? 'image' : null),
    scheduledIn: isScheduled ? chance.between(0, longestSchedule) : null,
    meddling: meddles ? chance.pick(['cancel', 'delete']) : null,
    meddlesAfter: chance.between(0, longestThought),
  }
}

/** One of them, or two that accept the same post. */
function platformsOf(chance: Chance): readonly string[] {
  const [first, ...others] = shuffled(testedNames, chance)
  const [second] = others
  if (first === undefined || second === undefined) throw new Error('There are no platforms to choose from.')
  return !agree(first, second) || chance.happens(shares.onePlatform) ? [first] : [first, second]
}

const shuffled = (names: readonly string[], chance: Chance): readonly string[] =>
  names
    .map((name) => ({ name, at: chance.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name)

/** A limit of Bluesky lasts for minutes, and delays the whole account. */
function faultOf([platform, ...others]: readonly string[], chance: Chance): FaultKind | null {
  if (platform === 'x' && others.length === 0 && chance.happens(shares.limited)) return 'rate_limit'
  return chance.happens(shares.faulty) ? chance.pick(faults) : null
}
