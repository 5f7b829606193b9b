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
    read: () => {
      const text = localStorage.getItem(name)
      // Only this file writes under this name.
      return text === null ? null : (JSON.parse(text) as Copy)
    },
    write: (copy) => {
      try {
        localStorage.setItem(name, JSON.stringify(copy))
      } catch {
        // The storage is full or switched off. The service still gets it in a moment.
      }
    },
    drop: () => localStorage.removeItem(name),
  }
}
