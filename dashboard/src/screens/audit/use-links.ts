import type { AuditEntry } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { keysQuery } from '../../data/keys.ts'
import { invitesQuery, peopleQuery } from '../../data/people.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { useAdministers } from '../../data/session.ts'
import { webhooksQuery } from '../../data/webhooks.ts'

type Target = AuditEntry['target']

/** Where a thing of the list is shown; null: nowhere any more. */
export function useLinks(): (target: Target) => LinkProps | null {
  const { data: people } = useQuery(peopleQuery)
  const { data: invites } = useQuery(invitesQuery)
  const { data: keys } = useQuery(keysQuery)
  const { data: webhooks } = useQuery(webhooksQuery)
  const { data: profiles } = useQuery(profilesQuery)
  const administers = useAdministers()
  return (target) => {
    if (target === null) return null
    const { type, id } = target
    const isIt = (one: { readonly id: number | string }) => String(one.id) === id
    switch (type) {
      case 'person':
        return people?.people.some(isIt) ? { to: '/people' } : null
      case 'invite':
        return invites?.invites.some(isIt) ? { to: '/people' } : null
      case 'key':
        return keys?.keys.some(isIt) ? { to: '/keys' } : null
      case 'webhook':
        return webhooks?.webhooks.some(isIt) ? { to: '/webhooks/$id', params: { id } } : null
      case 'profile':
        return profiles?.profiles.some(isIt) ? { to: '/p/$profile/settings', params: { profile: id } } : null
      case 'account':
        return placeOf(profiles?.profiles.find((one) => id in one.platform_profiles)?.id)
      case 'app':
        return administers ? { to: '/apps' } : null
      // A deleted post has no page, and this list does not know which are. Also a kind that only a newer version knows.
      default:
        return null
    }
  }
}

const placeOf = (profile: string | undefined): LinkProps | null =>
  profile === undefined ? null : { to: '/p/$profile/accounts', params: { profile } }
