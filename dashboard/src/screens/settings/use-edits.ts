import { useState } from 'react'

interface Edit<Value> {
  readonly value: Value
  /** The value that was saved when the change began. */
  readonly seen: Value
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[] // It has no other keys.

/** Whether these fields are saved as they were shown. */
export const isAsShown = <Fields extends object>(now: Fields, shown: Fields, names: readonly (keyof Fields)[]) =>
  names.every((name) => same(now[name], shown[name]))

/** Changes to what is saved, until they are saved. A field that nobody changes here follows what is saved. */
export function useEdits<Fields extends object>(saved: Fields) {
  const [edits, setEdits] = useState<{ readonly [Name in keyof Fields]?: Edit<Fields[Name]> }>({})
  const changed = namesOf(edits).filter((name) => edits[name] && !same(edits[name].value, saved[name]))
  const changes: Partial<Fields> = {}
  for (const name of changed) changes[name] = edits[name]?.value
  return {
    shown: { ...saved, ...changes },
    changes,
    isChanged: changed.length > 0,
    /** Fields that somebody else has changed, too, since the change here began. */
    crossed: changed.filter((name) => !same(edits[name]?.seen, saved[name])),
    set: <Name extends keyof Fields>(name: Name, value: Fields[Name]) =>
      setEdits((before) => {
        const old = before[name]
        const seen = old && !same(old.value, saved[name]) ? old.seen : saved[name]
        return { ...before, [name]: { value, seen } }
      }),
    forget: (...names: (keyof Fields)[]) =>
      setEdits((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, undefined])) })),
    forgetAll: () => setEdits({}),
  }
}

export type Edits = Pick<ReturnType<typeof useEdits>, 'isChanged' | 'crossed' | 'forgetAll'>
