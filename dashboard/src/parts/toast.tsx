import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import classes from './toast.module.css'

interface Action {
  readonly title: string
  readonly run: () => void
}

interface Toast {
  readonly text: string
  readonly action: Action | undefined
}

let shown: Toast | null = null
const listeners = new Set<() => void>()
const show = (next: Toast | null) => {
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For something done elsewhere, which the action undoes or opens. Never for failures. */
export const toast = (text: string, action?: Action): void => show({ text, action })

/** In milliseconds. */
const shownFor = 5_000

/** The latest toast. It stays while the pointer or the focus is on it. */
export function Toasts() {
  const current = useSyncExternalStore(subscribe, () => shown)
  const [isPinned, setPinned] = useState(false)
  useEffect(() => {
    if (current === null || isPinned) return
    const timer = setTimeout(() => show(null), shownFor)
    return () => clearTimeout(timer)
  }, [current, isPinned])
  const hold = { onMouseEnter: () => setPinned(true), onFocus: () => setPinned(true) }
  const release = { onMouseLeave: () => setPinned(false), onBlur: () => setPinned(false) }
  return (
    <div className={classes.region} role="status" {...hold} {...release}>
      {current && (
        <div className={classes.toast}>
          {current.text}
          {current.action && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                show(null)
                setPinned(false)
                current.action?.run()
              }}
            >
              {current.action.title}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
