import type { SignedIn } from '@polypost/sdk'
import { storage } from './storage.ts'

/** The profiles that somebody looked at in this browser. */
interface Seen {
  /** By ID, the last one first. */
  readonly recent: readonly string[]
  /** Whether all profiles were in view last. */
  readonly isAll: boolean
  /** Only these of all profiles, by ID; empty: all of them. */
  readonly only: readonly string[]
}

const nothing: Seen = { recent: [], isAll: false, only: [] }

/** The one in view, and three before it. */
const mostRecent = 4

const nameOf = ({ person, user }: SignedIn): string => `polypost.profiles.${person.id}.${user.id}`

export const seenIn = (session: SignedIn): Seen => storage.readAs<Seen>(nameOf(session)) ?? nothing

const write = (session: SignedIn, seen: Seen) => storage.write(nameOf(session), JSON.stringify(seen))

/** `scope`: the ID of a profile, or `all`. */
export function rememberScope(session: SignedIn, scope: string): void {
  const seen = seenIn(session)
  const isAll = scope === 'all'
  const recent = isAll ? seen.recent : [scope, ...seen.recent.filter((id) => id !== scope)].slice(0, mostRecent)
  write(session, { ...seen, recent, isAll })
}

export const rememberOnly = (session: SignedIn, only: readonly string[]): void =>
  write(session, { ...seenIn(session), only })
