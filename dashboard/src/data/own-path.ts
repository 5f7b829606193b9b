import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Gives a thing that is opened below the path of another profile the address of its own. `path` is the rest of the
 * address. Whoever is on the way to another screen goes on.
 */
export function useOwnPath(profileId: string | null | undefined, path: string): void {
  const { profile: named } = useParams({ strict: false })
  const { history } = useRouter()
  useEffect(() => {
    const { pathname, search, hash } = history.location
    if (profileId == null || profileId === named || pathname !== `/p/${named}/${path}`) return
    history.replace(`/p/${profileId}/${path}${search}${hash}`)
  }, [profileId, named, path, history])
}
