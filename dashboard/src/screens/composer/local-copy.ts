import { storage } from '../../data/storage.ts'
import type { Content } from './content.ts'

/** A save that was begun. If its answer is lost, the same one is sent again. */
export interface Attempt {
  readonly key: string
  readonly content: Content
  /** The revision that it replaces; null: it makes the draft. */
  readonly revision: number | null
}

/** What is not saved yet, kept in this browser. */
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

export function copyPlace(person: number, user: number, what: string): CopyPlace {
  const name = `polypost.writing.${version}.${person}.${user}.${what}`
  return {
    read: () => storage.readAs<Copy>(name),
    write: (copy) => storage.write(name, JSON.stringify(copy)),
    drop: () => storage.drop(name),
  }
}
