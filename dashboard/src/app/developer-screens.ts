import { useMemo } from 'react'
import { useAdministers, useHasSandbox, useMay } from '../data/session.ts'
import { developerScreens, healthScreen, type NavItem, sandboxScreen } from './nav.ts'

/** The screens for developers that the person may open and the instance has. */
export function useDeveloperScreens(): readonly NavItem[] {
  const isAdmin = useMay('admin')
  const administers = useAdministers()
  const hasSandbox = useHasSandbox()
  return useMemo(
    () => [...(isAdmin ? developerScreens : []), ...(administers && hasSandbox ? [sandboxScreen] : [])],
    [isAdmin, administers, hasSandbox],
  )
}

/** Where there is no rail, with the one that its foot leads to. */
export function useOperatorScreens(): readonly NavItem[] {
  const screens = useDeveloperScreens()
  const administers = useAdministers()
  return useMemo(() => (administers ? [...screens, healthScreen] : screens), [screens, administers])
}
