import { useState } from 'react'
import { useSession } from './session.ts'

/** `version` changes with the form of what is kept: what was kept before is not read. */
const version = 1

/** A value that this browser keeps for the person and the user in view, until it is what it was at first. */
export function useKept<Value>(what: string, first: Value): readonly [Value, (next: Value) => void] {
  const { person, user } = useSession()
  const name = `polypost.kept.${version}.${person.id}.${user.id}.${what}`
  const [value, setValue] = useState<Value>(() => {
    const kept = localStorage.getItem(name)
    // Only this file writes under this name.
    return kept === null ? first : (JSON.parse(kept) as Value)
  })
  const keep = (next: Value) => {
    setValue(next)
    try {
      if (JSON.stringify(next) === JSON.stringify(first)) localStorage.removeItem(name)
      else localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // The storage is full or switched off. The page still has it.
    }
  }
  return [value, keep]
}
