import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberScope } from '../data/last-scope.ts'
import { useProfileOf } from '../data/profiles.ts'
import { useSession } from '../data/session.ts'
import { ClocksOf } from '../data/zone.tsx'
import { NoAccess } from './no-access.tsx'

/** Below this, the path names a profile that the person may see, or `all`. */
export function ProfileFrame() {
  const { profile: named } = useParams({ from: '/p/$profile' })
  const session = useSession()
  const isAll = named === 'all'
  const profile = useProfileOf(isAll ? null : named)
  const isThere = isAll || profile !== undefined
  useEffect(() => {
    if (isThere) rememberScope(session, named)
  }, [isThere, session, named])
  if (!isThere) return <NoAccess />
  return (
    <ClocksOf value={profile?.id ?? null}>
      <Outlet />
    </ClocksOf>
  )
}
