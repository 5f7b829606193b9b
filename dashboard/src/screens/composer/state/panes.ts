import { useCallback, useState } from 'react'
import type { PlatformName } from '../../../data/platforms.ts'
import { focusOn } from '../focus-on.ts'

/** The text that is open: of a platform, or null: the shared one. */
export type Tab = PlatformName | null

export type View = 'write' | 'preview'

/** The options that are open: of a platform, or only those that all have; `closed`: none. */
export type OpenOptions = PlatformName | 'all' | 'closed'

/** Which parts of the composer are open. */
export function usePanes() {
  const [tab, setTab] = useState<Tab>(null)
  const [options, setOptions] = useState<OpenOptions>('closed')
  const [view, setView] = useState<View>('write')
  const [hasLabels, setHasLabels] = useState(false)
  const openText = useCallback((next: Tab) => {
    setView('write')
    setTab(next)
  }, [])
  const openOptions = useCallback((platform: PlatformName) => {
    setView('write')
    setOptions(platform)
  }, [])
  const openLabels = () => {
    setHasLabels(true)
    setView('write')
    focusOn('labels')
  }
  return { tab, setTab, options, setOptions, view, setView, hasLabels, openText, openOptions, openLabels }
}
