import { isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { Credentials, LoginContext } from '../shared/context.ts'
import { graph, graphAs } from '../shared/meta-graph.ts'
import { grantedIn, tokenFacts } from '../shared/meta-login.ts'
import { findPages } from '../shared/meta-pages.ts'
import { refused } from './errors.ts'
import { isByFacebook, missingOf } from './login.ts'
import { me, meFields, page, pageFields, withWholeIds } from './wire.ts'

/** With Instagram Login one account; with Facebook Login the accounts of all Pages that have one. */
export const discover = (context: LoginContext): Promise<readonly Identity[]> =>
  isByFacebook(context) ? throughPages(context) : ownAccount(context)

async function ownAccount(context: LoginContext): Promise<readonly Identity[]> {
  const { credentials } = context
  const answer = await graph(context, {
    method: 'GET',
    host: 'api',
    path: '/me',
    query: { fields: meFields },
    token: credentials.accessToken,
  })
  if (!isDone(answer)) throw refused(answer, context)
  const { user_id, account_type, ...rest } = me.parse(withWholeIds(answer.text))
  const missingPermissions = missingOf(context, credentials.scopes)
  const accountType = account_type ?? null
  return [{ ...identityOf({ id: user_id, ...rest }, context), accountType, missingPermissions }]
}

interface FoundAccounts {
  readonly id: string
  readonly username?: string | null | undefined
  readonly name?: string | null | undefined
  readonly profile_picture_url?: string | null | undefined
}

const identityOf = ({ id, username, name, profile_picture_url }: FoundAccounts, context: LoginContext) => ({
  kind: 'account' as const,
  remoteId: id,
  username: username ?? null,
  displayName: name ?? null,
  avatarUrl: profile_picture_url ?? null,
  profileUrl: username ? `${webOf(context)}/${username}/` : null,
  accountType: null,
  eligible: false,
})

/** An account publishes with the token of its Page. */
async function throughPages(context: LoginContext): Promise<readonly Identity[]> {
  const person = { ...context, credentials: { ...context.credentials, accessToken: personToken(context) } }
  const answer = await graphAs(person, { method: 'GET', path: '/me/permissions' })
  if (!isDone(answer)) throw refused(answer, context)
  const granted = grantedIn(answer)
  const facts = await tokenFacts(context, { host: 'graph', path: '/{version}/debug_token' }, personToken(context))
  const shared = { missingPermissions: missingOf(context, granted), dataAccessEndsAt: facts?.dataAccessEndsAt ?? null }
  const found = await findPages(person, { page, fields: pageFields, granted, named: facts?.pages ?? [], refused })
  return found.flatMap(({ id, access_token, instagram_business_account: account }) =>
    account
      ? [
          {
            ...identityOf(account, context),
            ...shared,
            pageId: id,
            credentials: pageCredentials(context, { pageId: id, token: access_token, granted }),
          },
        ]
      : [],
  )
}

/** For a connected account the person's own token is stored beside the Page's. */
const personToken = ({ credentials }: LoginContext): string => credentials.extra.userToken ?? credentials.accessToken

/** A Page's token that was made from a long-lived one never expires (developers.facebook.com, long-lived tokens, 2026-09). */
function pageCredentials(
  context: LoginContext,
  { pageId, token, granted }: { pageId: string; token: string; granted: readonly string[] },
): Credentials {
  return {
    accessToken: token,
    refreshToken: null,
    expiresAt: null,
    scopes: granted,
    extra: { ...context.credentials.extra, userToken: personToken(context), pageId },
  }
}
