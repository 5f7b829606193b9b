/** The storage of this browser. If it is full or switched off, nothing is stored, and nothing fails. */
export const storage = {
  names: (): readonly string[] => tried(() => Object.keys(localStorage)) ?? [],
  read: (name: string): string | null => tried(() => localStorage.getItem(name)),
  /** Null if nothing is stored. The name must be written with this form alone. */
  readAs: <Value>(name: string): Value | null => {
    const text = storage.read(name)
    return text === null ? null : (JSON.parse(text) as Value)
  },
  write: (name: string, text: string): void => {
    tried(() => localStorage.setItem(name, text))
  },
  drop: (name: string): void => {
    tried(() => localStorage.removeItem(name))
  },
}

function tried<Value>(use: () => Value): Value | null {
  try {
    return use()
  } catch {
    return null
  }
}
