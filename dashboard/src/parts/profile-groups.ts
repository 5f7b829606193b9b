import type { ProfileOverview } from '@polypost/sdk'

export interface ProfileGroup {
  /** `found`: what a search has found. */
  readonly name: 'pinned' | 'recent' | 'others' | 'found'
  readonly profiles: readonly ProfileOverview[]
}

interface Given {
  readonly all: readonly ProfileOverview[]
  readonly found: readonly ProfileOverview[]
  readonly search: string
  readonly pinned: readonly string[]
  readonly recent: readonly string[]
  /** The ID of the profile in view, or `all`. */
  readonly current: string
  readonly locale: string
}

const mostRecent = 3

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')

/** The profiles in the groups of the list. Each stands in one of them. */
export function profileGroups({ all, found, search, pinned, recent, current, locale }: Given): readonly ProfileGroup[] {
  const byName = new Intl.Collator(locale)
  const sorted = (profiles: readonly ProfileOverview[]) =>
    profiles.toSorted((one, other) => byName.compare(one.name, other.name))
  if (search !== '') {
    // What is known here already is there at once. The service also knows the names of accounts.
    const known = all.filter(({ name }) => folded(name).includes(folded(search)))
    const both = new Map([...known, ...found].map((profile) => [profile.id, profile]))
    return [{ name: 'found', profiles: sorted([...both.values()]) }]
  }
  const of = (ids: readonly string[]) => ids.flatMap((id) => all.find((profile) => profile.id === id) ?? [])
  const last = recent.filter((id) => id !== current && !pinned.includes(id)).slice(0, mostRecent)
  const others = all.filter(({ id }) => !pinned.includes(id) && !last.includes(id))
  const groups: readonly ProfileGroup[] = [
    { name: 'pinned', profiles: of(pinned) },
    { name: 'recent', profiles: of(last) },
    { name: 'others', profiles: sorted(others) },
  ]
  return groups.filter(({ profiles }) => profiles.length > 0)
}
