import type { SignedIn } from '@polypost/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { polypost } from './client.ts'

export type Role = SignedIn['role']

const roles: readonly Role[] = ['viewer', 'author', 'editor', 'admin', 'owner']

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => polypost.session.get(),
  staleTime: 60_000,
})

/** Where people are sent who must set up a second factor first. */
export const secondFactorPath = '/second-factor'

/** Leaves the dashboard, and comes back after the sign-in. */
export function goToSignIn(): void {
  const here = location.pathname + location.search
  location.assign(here === '/' ? '/sign-in' : `/sign-in?return_to=${encodeURIComponent(here)}`)
}

/** The shell opens only for people who are signed in. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data.session === null) throw new Error('Nobody is signed in.')
  return data.session
}

/** Whether the person may check this instance and control its simulated platforms. */
export const useAdministers = (): boolean => useSuspenseQuery(sessionQuery).data.administers

/** Whether the instance has simulated platforms. */
export const useHasSandbox = (): boolean => useSuspenseQuery(sessionQuery).data.sandbox

/** Nobody gives a role above their own, or changes a person who has one. */
export function useRolesUpToOwn(): readonly Role[] {
  const { role } = useSession()
  return roles.slice(0, roles.indexOf(role) + 1)
}

/** Whether the person has at least this role for the user in view. */
export const useMay = (role: Role): boolean => useRolesUpToOwn().includes(role)
