import { useSyncExternalStore } from 'react'
import { storage } from './storage.ts'

/** `refused`: the browser keeps them from this address. `missing`: it has none for pages. */
type BrowserNotices = 'on' | 'off' | 'refused' | 'missing'

/** This browser’s choice. */
const storageKey = 'polypost.notify'
const listeners = new Set<() => void>()
let cannotShow = !('Notification' in window)

function read(): BrowserNotices {
  if (cannotShow) return 'missing'
  if (Notification.permission === 'denied') return 'refused'
  return storage.read(storageKey) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

const tell = () => {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export const useBrowserNotices = (): BrowserNotices => useSyncExternalStore(subscribe, read)

interface BrowserNotice {
  /** The same in all tabs, so that the browser shows it once. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly onPress: () => void
}

export function showInBrowser({ tag, title, body, onPress }: BrowserNotice): void {
  try {
    new Notification(title, { body, tag }).onclick = () => {
      window.focus()
      onPress()
    }
  } catch {
    // Browsers of phones show them only from installed applications.
    cannotShow = true
    tell()
  }
}

/** Only a press of the person may call it: the browser asks for permission. The first one shows that it works. */
export async function switchOn(first: BrowserNotice): Promise<void> {
  const permission = await Notification.requestPermission()
  if (permission === 'granted') {
    storage.write(storageKey, 'on')
    showInBrowser(first)
  }
  tell()
}

export function switchOff(): void {
  storage.drop(storageKey)
  tell()
}
