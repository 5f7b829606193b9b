import type { Refusal } from '../../domain/outcome.ts'
import type { AccountContext, LoginContext } from '../shared/context.ts'

/**
 * What a self-serve app has (products “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn”): a person
 * can be published as, and nothing can be read back.
 */
export const ofMembers = ['openid', 'profile', 'w_member_social']

const identity = ['r_basicprofile']
const ofPages = [
  'rw_organization_admin',
  'r_organization_social',
  'w_organization_social',
  'r_organization_social_feed',
  'w_organization_social_feed',
]
const ofPeople = ['w_member_social', 'w_member_social_feed', 'r_member_postAnalytics', 'r_member_profileAnalytics']

/** What an app with the Community Management API has, which LinkedIn gives to apps that have no other product. */
export const ofCommunity = [...identity, ...ofPages, ...ofPeople]

/** In `extra.login`: the account came by the second way. */
const byPage = 'page'

export const isByPage = ({ credentials }: Pick<LoginContext, 'credentials'>): boolean =>
  credentials.extra.login === byPage

export const isPage = (urn: string): boolean => urn.startsWith('urn:li:organization:')

/** Without these permissions not every feature of Polypost works. */
export function wantedOf(urn: string, context: Pick<LoginContext, 'credentials'>): readonly string[] {
  if (isPage(urn)) return ofPages
  return isByPage(context) ? ofPeople : ofMembers
}

/** The permissions for each kind of reading, for a Page and for a person; one of them is enough. */
const readings = {
  posts: { page: ['r_organization_social'], person: ['r_member_social'] },
  comments: {
    page: ['r_organization_social_feed', 'r_organization_social'],
    person: ['r_member_social_feed', 'r_member_social'],
  },
  metrics: { page: ['rw_organization_admin'], person: ['r_member_postAnalytics'] },
  followers: { page: ['rw_organization_admin'], person: ['r_member_profileAnalytics'] },
} as const

export type Reading = keyof typeof readings

const scopesFor = (reading: Reading, { account }: Pick<AccountContext, 'account'>): readonly string[] =>
  readings[reading][isPage(account.remoteId) ? 'page' : 'person']

export const mayRead = (reading: Reading, context: AccountContext): boolean =>
  scopesFor(reading, context).some((scope) => context.credentials.scopes.includes(scope))

const titles: Readonly<Record<Reading, string>> = {
  posts: 'posts',
  comments: 'comments',
  metrics: 'metrics',
  followers: 'number of followers',
}

/**
 * Why something can't be read, told without asking LinkedIn, which counts what it refuses; null where it may be. A new
 * sign-in is asked for only where that would bring the permission.
 */
export function unreadable(reading: Reading, context: AccountContext): Refusal | null {
  if (mayRead(reading, context)) return null
  const scopes = scopesFor(reading, context)
  const whose = isPage(context.account.remoteId) ? 'this Page' : 'a person'
  if (wantedOf(context.account.remoteId, context).some((scope) => scopes.includes(scope)))
    return {
      type: 'reconnect',
      error: 'permission_missing',
      message: `This login has no permission to read the ${titles[reading]} of ${whose} at LinkedIn. Connect the account again and grant all permissions.`,
    }
  return {
    type: 'rejected',
    error: 'permission_missing',
    message: `LinkedIn does not allow this instance’s developer app to read the ${titles[reading]} of ${whose}: this needs ${scopes.join(' or ')}, which LinkedIn gives only to approved apps.`,
  }
}
