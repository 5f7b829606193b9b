import { useMutation } from '@tanstack/react-query'
import { isAsShown, namesOf } from './use-edits.ts'

interface SaveOptions<Fields extends object> {
  /** The values that the screen showed as saved. */
  readonly saved: Fields
  readonly changes: Partial<Fields>
  /** Reads what is saved now. */
  readonly read: () => Promise<Fields>
  readonly write: (changes: Partial<Fields>, now: Fields) => Promise<unknown>
}

/**
 * Writes the changes, unless somebody else has changed the same fields since they were shown: then they are shown first.
 * The API keeps the last write, so two people who save in the same second still meet.
 */
export const useSave = <Fields extends object>({ saved, changes, read, write }: SaveOptions<Fields>) =>
  useMutation({
    mutationFn: async () => {
      const now = await read()
      if (isAsShown(now, saved, namesOf(changes))) await write(changes, now)
    },
  })
