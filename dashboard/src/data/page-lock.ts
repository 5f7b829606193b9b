const asked = new Map<string, Promise<boolean>>()

/** Whether this page has the name. If so, no other tab of this browser gets it until the page is left. */
export async function takeForPage(name: string): Promise<boolean> {
  const answer = asked.get(name) ?? request(name)
  asked.set(name, answer)
  if (await answer) return true
  asked.delete(name)
  return false
}

function request(name: string): Promise<boolean> {
  // Plain http has no locks. What other tabs have stays unknown.
  if (navigator.locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock === null ? undefined : new Promise(() => {})
    }
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true))
  })
}
