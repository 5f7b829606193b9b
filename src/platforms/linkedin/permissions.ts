import type { Refusal } from '../../domain/outcome.ts'
import type { AccountContext, LoginContext } from '../shared/context.ts'
import type { Capability, Scope } from '../shared/scope.ts'
import { lackOf, refuseFor, remedyFor, type ScopeRequest, scopesField } from '../shared/scopes.ts'

const community = { from: 'the product Community Management API' } as const
const signIn = 'the product Sign In with LinkedIn using OpenID Connect'
const closed = { from: 'its approval to read the posts and comments of people, which few partners have' } as const

/** Reading of a person's posts and comments. */
const closedReadings: readonly Scope[] = [
  {
    name: 'r_member_social_feed',
    of: 'person',
    enables: ['comments'],
    ...closed,
    byDefault: false,
  },
  {
    name: 'r_member_social',
    of: 'person',
    enables: ['comments', 'find'],
    ...closed,
    byDefault: false,
  },
]

/**
 * For comments, LinkedIn's newer pages require a `_feed` scope, an older one only the scope for posts (BrightBean
 * issue 132, 2026-08). So comments are tried without it.
 */
const ofPeople = (byDefault: boolean, posting: string): readonly Scope[] => [
  { name: 'w_member_social', of: 'person', needed: true, from: posting },
  { name: 'w_member_social_feed', of: 'person', enables: ['reply'], ...community, byDefault, isDoubtful: true },
  { name: 'r_member_postAnalytics', of: 'person', enables: ['metrics'], ...community, byDefault },
  { name: 'r_member_profileAnalytics', of: 'person', enables: ['audience'], ...community, byDefault },
  ...closedReadings,
]

/** A self-serve app has the products “Sign In with LinkedIn using OpenID Connect” and “Share on LinkedIn”. */
export const ofMembers: ScopeRequest = {
  scopes: [
    { name: 'openid', needed: true, from: signIn },
    { name: 'profile', needed: true, from: signIn },
    ...ofPeople(false, 'the product Share on LinkedIn'),
  ],
}

/** The scope that also lists the Pages of a person. */
export const readingPages = 'rw_organization_admin'

/** LinkedIn gives the Community Management API to apps that have no other product. */
export const ofCommunity: ScopeRequest = {
  scopesField: scopesField('page'),
  scopes: [
    { name: 'r_basicprofile', needed: true, ...community },
    { name: readingPages, of: 'page', needed: true, enables: ['metrics', 'audience'], ...community },
    { name: 'r_organization_social', of: 'page', enables: ['comments', 'find'], ...community, byDefault: true },
    { name: 'w_organization_social', of: 'page', needed: true, ...community },
    { name: 'r_organization_social_feed', of: 'page', enables: ['comments'], ...community, byDefault: true },
    {
      name: 'w_organization_social_feed',
      of: 'page',
      enables: ['reply'],
      ...community,
      byDefault: true,
      isDoubtful: true,
    },
    ...ofPeople(true, community.from),
  ],
  roles: {
    list: [
      { name: 'CONTENT_ADMINISTRATOR', title: 'Content admin', enables: ['publish', 'comments', 'reply'] },
      { name: 'ADMINISTRATOR', title: 'Super admin', enables: ['publish', 'comments', 'reply', 'metrics', 'audience'] },
    ],
    givenBy: 'A super admin of the Page gives it in the settings of the Page, under “Manage admins”.',
  },
}

/** The value of `extra.login` for the second login method. */
const byPage = 'page'

export const isByPage = ({ credentials }: Pick<LoginContext, 'credentials'>): boolean =>
  credentials.extra.login === byPage

export const isPage = (urn: string): boolean => urn.startsWith('urn:li:organization:')

const named = { name: 'linkedin', title: 'LinkedIn' }

export const requestOf = (context: Pick<LoginContext, 'credentials'>): ScopeRequest =>
  isByPage(context) ? ofCommunity : ofMembers

/** The scopes of the login method that this person or Page needs. */
export const scopesOf = (urn: string, context: Pick<LoginContext, 'credentials'>): readonly string[] =>
  requestOf(context).scopes.flatMap(({ of, name }) => (of === undefined || of === kindOf(urn) ? [name] : []))

const kindOf = (urn: string) => (isPage(urn) ? 'page' : 'person')

const capabilities = {
  posts: 'find',
  comments: 'comments',
  metrics: 'metrics',
  followers: 'audience',
} as const satisfies Record<string, Capability>

export type ReadCapability = keyof typeof capabilities

const lack = (capability: Capability, context: AccountContext) => {
  const { account, credentials } = context
  return lackOf(capability, requestOf(context), { scopes: credentials.scopes, kind: kindOf(account.remoteId) }, context)
}

export const mayRead = (reading: ReadCapability, context: AccountContext): boolean =>
  lack(capabilities[reading], context) === null

/** Why something can't be read; null if it can. LinkedIn is not asked, because it counts refused calls, too. */
export const unreadable = (reading: ReadCapability, context: AccountContext): Refusal | null =>
  refuseFor(capabilities[reading], requestOf(context), named, {
    ...context,
    account: { ...context.account, pageId: isPage(context.account.remoteId) ? context.account.remoteId : null },
  })

/** Advice about a comment that LinkedIn refuses; empty if the scopes are not the reason. */
export function commentRemedy(context: AccountContext): string {
  const missing = lack('reply', context)
  if (missing === null) return ''
  const scopes = missing.scopes.map(({ name }) => name).join(' or ')
  return `By LinkedIn’s newer pages, comments require ${scopes}. ${remedyFor(missing, requestOf(context), named, context)}`
}
