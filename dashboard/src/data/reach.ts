import { useSyncExternalStore } from 'react'

/** Since when the service has not answered, in milliseconds; null: it answers. */
let lostSince: number | null = null
const listeners = new Set<() => void>()
const probeEvery = 2_000

const set = (next: number | null) => {
  if ((lostSince === null) === (next === null)) return
  lostSince = next
  for (const listener of listeners) listener()
}

export const reportReached = () => set(null)

export function reportUnreachable(): void {
  if (lostSince !== null) return
  set(Date.now())
  const probe = setInterval(async () => {
    const answered = await fetch('/readyz').then(
      ({ ok }) => ok,
      () => false,
    )
    if (!answered && lostSince !== null) return
    clearInterval(probe)
    set(null)
  }, probeEvery)
}

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isReached = (): boolean => lostSince === null

/** Since when there is no connection, in milliseconds; null: there is one. */
export const useLostSince = (): number | null => useSyncExternalStore(onReach, () => lostSince)
