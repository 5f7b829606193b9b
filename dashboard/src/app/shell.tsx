import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startLive } from '../data/live.ts'
import { useLostSince } from '../data/reach.ts'
import { lazily } from '../parts/lazily.tsx'
import { Notice } from '../parts/notice.tsx'
import { Toasts } from '../parts/toast.tsx'
import { useWords } from '../words/words.ts'
import { Rail } from './rail.tsx'
import classes from './shell.module.css'
import { shellWords } from './shell-words.ts'
import { useShortcuts } from './shortcuts.ts'
import { TabBar } from './tab-bar.tsx'
import { useNewNotices } from './use-new-notices.ts'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** What surrounds every screen. */
export function Shell() {
  const t = useWords(shellWords)
  const queries = useQueryClient()
  useEffect(() => startLive(queries), [queries])
  useShortcuts()
  useNewNotices()
  const [isPaletteOpen, { toggle: togglePalette, close: closePalette }] = useDisclosure(false)
  useHotkeys([['mod+K', togglePalette]], [])
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {t.skip}
      </a>
      <Rail />
      <div className={classes.work}>
        <Connection />
        <Outlet />
      </div>
      <TabBar />
      {isPaletteOpen && <Palette close={closePalette} />}
      <Toasts />
    </div>
  )
}

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

function Connection() {
  const t = useWords(shellWords)
  if (useLostSince() !== null)
    return (
      <Notice kind="warning" title={t.lost}>
        {t.lostText}
      </Notice>
    )
  if (location.protocol === 'http:' && !isLocal)
    return (
      <Notice kind="warning" title={t.unencrypted}>
        {t.unencryptedText}
      </Notice>
    )
  return null
}
