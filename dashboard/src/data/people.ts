import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** Everybody who can sign in for the user in view. */
export const peopleQuery = queryOptions({ queryKey: ['people'], queryFn: () => polypost.people.list() })

/** Invites that nobody has accepted yet. */
export const invitesQuery = queryOptions({ queryKey: ['invites'], queryFn: () => polypost.people.listInvites() })
