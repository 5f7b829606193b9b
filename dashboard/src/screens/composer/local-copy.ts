import { newKey } from '../../data/new-key.ts'
import { takeForPage } from '../../data/page-lock.ts'
import { storage } from '../../data/storage.ts'
import type { Content } from './content.ts'

/** A save that was begun. If its answer is lost, the same one is sent again. */
export interface Attempt {
  readonly key: string
  readonly content: Content
  /** The revision that it replaces; null: it makes the draft. */
  readonly revision: number | null
}

/** Content that is not saved yet, as this browser remembers it. */
export interface Copy {
  readonly content: Content
  readonly revision: number | null
  readonly attempt: Attempt | null
}

export interface CopyPlace {
  readonly read: () => Copy | null
  readonly write: (copy: Copy) => void
  readonly drop: () => void
}

/** `version` changes with the form of the content: an old copy is not read. */
const version = 1

/** Tells the new posts of this page from those of other tabs. */
const page = newKey()

const nameOf = (person: number, user: number, what: string): string =>
  `polypost.writing.${version}.${person}.${user}.${what}`

const placeOf = (name: string): CopyPlace => ({
  read: () => storage.readAs<Copy>(name),
  write: (copy) => storage.write(name, JSON.stringify(copy)),
  drop: () => storage.drop(name),
})

export const copyPlace = (person: number, user: number, what: string): CopyPlace => placeOf(nameOf(person, user, what))

/** Begins the names of the places of what is not a draft yet. They are kept by profile: a text never becomes another one’s. */
export const newIn = (profileId: string): string => `new ${profileId}`

/** The place of a new post: what this page or a closed tab left unsaved, or an empty place. No other tab gets it. */
export async function newCopyPlace(person: number, user: number, profileId: string): Promise<CopyPlace> {
  const all = nameOf(person, user, newIn(profileId))
  const own = `${all} ${page}`
  const left = storage.names().filter((name) => name.startsWith(all))
  for (const name of left.includes(own) ? [] : left) if (await takeForPage(name)) return placeOf(name)
  await takeForPage(own)
  return placeOf(own)
}
