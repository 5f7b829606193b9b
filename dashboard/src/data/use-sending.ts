import { ApiError, ConnectionError } from '@polypost/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from './new-key.ts'
import { isReached, onReach } from './reach.ts'

export type SendState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working' }
  /** The service does not answer. It is asked again when it is back. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly error: unknown }

const idle: SendState = { kind: 'idle' }

/** After an answer was lost although the service is there, in milliseconds. */
const pause = 1_000

const reached = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      if (isReached()) return resolve()
      const stop = onReach(() => {
        if (!isReached()) return
        stop()
        resolve()
      })
    }, pause)
  })

/**
 * Sends one intention until the service has answered it: over double clicks, lost answers and restarts it keeps its key,
 * so the service does it once.
 */
export function useSending() {
  const [state, setState] = useState<SendState>(idle)
  const isRunning = useRef(false)
  const isHere = useRef(true)
  const intention = useRef({ name: '', key: '' })
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  /** The key of this intention: the same name is the same intention, until it is answered. */
  const keyOf = useCallback((name: string): string => {
    if (intention.current.name !== name) intention.current = { name, key: newKey() }
    return intention.current.key
  }, [])

  const send = useCallback(async (action: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ kind: 'working' })
    try {
      await untilAnswered(action, () => {
        setState({ kind: 'waiting' })
        return isHere.current
      })
      setState(idle)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) intention.current = { name: '', key: '' }
      setState({ kind: 'failed', error })
    } finally {
      isRunning.current = false
    }
  }, [])

  const forget = useCallback(() => setState((before) => (before.kind === 'failed' ? idle : before)), [])
  return { state, send, keyOf, forget }
}

/** Repeats while no answer arrives and somebody still waits for it. */
async function untilAnswered(action: () => Promise<void>, wait: () => boolean): Promise<void> {
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof ConnectionError) || !wait()) throw error
      await reached()
    }
  }
}
