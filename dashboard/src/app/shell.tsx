import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { heldQuery } from '../data/hold.ts'
import { startLive } from '../data/live.ts'
import { useLostSince } from '../data/reach.ts'
import { useAdministers } from '../data/session.ts'
import { useIsSwitcherOpen } from '../data/switcher-state.ts'
import { followFocus } from '../parts/last-focus.ts'
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

const Switcher = lazily(async () => (await import('./switcher.tsx')).Switcher)
const Palette = lazily(async () => (await import('./palette.tsx')).Palette)

/** The frame around every screen. */
export function Shell() {
  const t = useWords(shellWords)
  const queries = useQueryClient()
  useEffect(() => startLive(queries), [queries])
  useEffect(followFocus, [])
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
        <Held />
        <Outlet />
      </div>
      <TabBar />
      {useIsSwitcherOpen() && <Switcher />}
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

/** Whoever waits for a post reads here why it does not go out. */
function Held() {
  const t = useWords(shellWords)
  const mayRelease = useAdministers()
  const { data: isHeld } = useQuery(heldQuery)
  if (!isHeld) return null
  const release = (
    <Link to="/health" className="link">
      {t.toRelease}
    </Link>
  )
  return (
    <Notice kind="warning" title={t.held} action={mayRelease && release}>
      {mayRelease ? t.heldText : t.heldForOthers}
    </Notice>
  )
}
