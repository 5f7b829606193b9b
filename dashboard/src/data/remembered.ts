import { useState } from 'react'
import { useSession } from './session.ts'
import { storage } from './storage.ts'

/** `version` changes with the form of what is remembered: an older value is not read. */
const version = 1

/** A value that this browser remembers for the person and the user in view, until it is what it was at first. */
export function useRemembered<Value>(what: string, first: Value): readonly [Value, (next: Value) => void] {
  const { person, user } = useSession()
  const name = `polypost.kept.${version}.${person.id}.${user.id}.${what}`
  const [value, setValue] = useState<Value>(() => storage.readAs<Value>(name) ?? first)
  const remember = (next: Value) => {
    setValue(next)
    const text = JSON.stringify(next)
    if (text === JSON.stringify(first)) storage.drop(name)
    else storage.write(name, text)
  }
  return [value, remember]
}
