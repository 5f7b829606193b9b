import { useSyncExternalStore } from 'react'

/** Whether the choice of profiles is open. It opens from the rail, from the head of a screen, and by a key. */
let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const openSwitcher = (): void => set(true)
export const closeSwitcher = (): void => set(false)
export const useIsSwitcherOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
