import { hashKey } from '../../crypto/api-key.ts'
import { findKeyGrant } from '../../store/people/keys.ts'
import { findGrant, findGrantByFamily } from '../../store/people/oauth-grants.ts'
import { OAuthFault } from './fault.ts'
import type { OAuthServices } from './read-request.ts'
import { endGrant, familyOf, type TokenRequest } from './tokens.ts'

/** Ends the access to which a token belongs (RFC 7009). A token that is unknown is ended already. */
export async function revokeToken({ database, clock }: OAuthServices, { token, client_id }: TokenRequest) {
  if (token === undefined || client_id === undefined)
    throw new OAuthFault('invalid_request', 'Send the fields token and client_id.')
  await database.transaction(async (tx) => {
    const grantId = await findKeyGrant(tx, hashKey(token))
    const grant = grantId === null ? await findGrantByFamily(tx, familyOf(token)) : await findGrant(tx, grantId)
    if (grant?.client_id === client_id) await endGrant(tx, grant, clock.now())
  })
}
