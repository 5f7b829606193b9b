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

export interface CopyStore {
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

const storeNamed = (name: string): CopyStore => ({
  read: () => storage.readAs<Copy>(name),
  write: (copy) => storage.write(name, JSON.stringify(copy)),
  drop: () => storage.drop(name),
})

export const copyStoreOf = (person: number, user: number, what: string): CopyStore =>
  storeNamed(nameOf(person, user, what))

/** Begins the names of the stores of what is not a draft yet. They are apart by profile: a text never becomes another one’s. */
export const newIn = (profileId: string): string => `new ${profileId}`

/** The store of a new post: what this page or a closed tab left unsaved, or an empty store. No other tab gets it. */
export async function claimNewCopyStore(person: number, user: number, profileId: string): Promise<CopyStore> {
  const all = nameOf(person, user, newIn(profileId))
  const own = `${all} ${page}`
  const left = storage.names().filter((name) => name.startsWith(all))
  for (const name of left.includes(own) ? [] : left) if (await takeForPage(name)) return storeNamed(name)
  await takeForPage(own)
  return storeNamed(own)
}
