import type { ConnectBody } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { connectionQuery } from '../../../data/accounts.ts'
import { polypost } from '../../../data/client.ts'
import { newKey } from '../../../data/new-key.ts'
import type { PlatformName } from '../../../data/platforms.ts'
import { profilesQuery } from '../../../data/profiles.ts'
import { useHere, useOneProfile } from '../../../data/scope.ts'

const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** Whether platforms may send the browser back here: the API refuses addresses that are not encrypted. */
export const canComeBack = location.protocol === 'https:' || isLocal

type ConnectRequest = Pick<ConnectBody, 'environment' | 'fields' | 'login' | 'account'>

/** Connects an account, at once or with a sign-in in this browser. */
export function useConnect(platform: PlatformName) {
  const here = useHere()
  const { id } = useOneProfile()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const key = useRef(newKey())
  const back = `${location.origin}/p/${id}/accounts/connect/${platform}`
  return useMutation({
    mutationFn: ({ inBrowser, ...asked }: ConnectRequest & { readonly inBrowser?: boolean }) =>
      polypost.connections.connect(
        { ...asked, platform, profile_id: id, redirect_url: inBrowser && canComeBack ? back : undefined },
        { idempotencyKey: key.current },
      ),
    onSuccess: async (connection) => {
      const { connection_id, status, url } = connection
      queries.setQueryData(connectionQuery(connection_id).queryKey, connection)
      if (status === 'connected') await queries.invalidateQueries(profilesQuery)
      await navigate({
        to: '/p/$profile/accounts/connect/$platform',
        params: { ...here, platform },
        search: { connection_id },
      })
      if (url !== null && canComeBack) location.assign(url)
    },
    // The request is answered. The next press is another intention.
    onSettled: () => {
      key.current = newKey()
    },
  })
}
