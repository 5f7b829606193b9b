import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasSandboxQuery } from '../data/sandbox.ts'
import { useMay } from '../data/session.ts'
import { developerScreens, healthScreen, type NavItem, sandboxScreen } from './nav.ts'
import { useHealth } from './use-health.ts'

/** The screens for developers that the person may open and the instance has. */
export function useDeveloperScreens(): readonly NavItem[] {
  const isAdmin = useMay('admin')
  const isOwner = useMay('owner')
  const { data: hasSandbox = false, isError } = useQuery({ ...hasSandboxQuery, enabled: isOwner })
  return useMemo(
    () => [...(isAdmin ? developerScreens : []), ...(hasSandbox || isError ? [sandboxScreen] : [])],
    [isAdmin, hasSandbox, isError],
  )
}

/** Where there is no rail, with the one that its foot leads to. */
export function useOperatorScreens(): readonly NavItem[] {
  const screens = useDeveloperScreens()
  const mayReadHealth = useHealth() !== null
  return useMemo(() => (mayReadHealth ? [...screens, healthScreen] : screens), [screens, mayReadHealth])
}
