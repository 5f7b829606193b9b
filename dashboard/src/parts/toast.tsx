import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import classes from './toast.module.css'

interface Undo {
  readonly title: string
  readonly run: () => void
}

interface Toast {
  readonly text: string
  readonly undo: Undo | undefined
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

/** For something done elsewhere on the screen that can be undone. Never for failures. */
export const toast = (text: string, undo?: Undo): void => show({ text, undo })

/** In milliseconds. */
const shownFor = 5_000

/** The latest toast. It stays while the pointer or the focus is on it. */
export function Toasts() {
  const current = useSyncExternalStore(subscribe, () => shown)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (current === null || isHeld) return
    const timer = setTimeout(() => show(null), shownFor)
    return () => clearTimeout(timer)
  }, [current, isHeld])
  const hold = { onMouseEnter: () => setHeld(true), onFocus: () => setHeld(true) }
  const release = { onMouseLeave: () => setHeld(false), onBlur: () => setHeld(false) }
  return (
    <div className={classes.region} role="status" {...hold} {...release}>
      {current && (
        <div className={classes.toast}>
          {current.text}
          {current.undo && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => {
                show(null)
                setHeld(false)
                current.undo?.run()
              }}
            >
              {current.undo.title}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
