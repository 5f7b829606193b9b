import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useHasProfiles } from '../data/profiles.ts'
import { useHere } from '../data/scope.ts'
import { openSwitcher } from '../data/switcher-state.ts'
import { isWriting } from '../parts/is-writing.ts'
import { useOperatorScreens } from './developer-screens.ts'
import { linkTo, mainScreens } from './nav.ts'

/** How long G waits for the second letter, in milliseconds. */
const secondLetter = 1_500

/** N: a new post. S: another profile. G and a letter: another screen. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  const here = useHere()
  const hasProfiles = useHasProfiles()
  const developerScreens = useOperatorScreens()
  useEffect(() => {
    let waitsUntil = 0
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      const key = event.key.toLowerCase()
      const isSecond = event.timeStamp < waitsUntil
      waitsUntil = key === 'g' ? event.timeStamp + secondLetter : 0
      const screen = isSecond && [...mainScreens, ...developerScreens].find(({ letter }) => letter === key)
      if (screen) void navigate(linkTo(screen.to, here))
      else if (key === 's' && hasProfiles) openSwitcher()
      else if (key === 'n') void navigate({ to: '/p/$profile/new', params: here })
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, here, hasProfiles, developerScreens])
}
