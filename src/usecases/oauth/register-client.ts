import { z } from 'zod'
import { hostShown, plainName } from '../../domain/application.ts'
import { isRedirectUri } from '../../domain/redirect-uri.ts'
import { inSeconds } from '../../domain/time.ts'
import { insertClient } from '../../store/people/oauth-clients.ts'
import { randomText } from '../../system/random.ts'
import type { Services } from '../context.ts'
import { OAuthFault } from './fault.ts'

/** Clients that nobody has authorized. With one more, the oldest goes. */
const mostUnused = 1_000

/** The form of the IDs that are made here. */
export const registeredId = /^client_[0-9A-Za-z]{24}$/

const metadata = z.object({
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(10),
})

/** Registers a program that asks for it (RFC 7591). Anybody may, so this gives no rights: a person still has to consent. */
export async function registerClient({ database, clock }: Pick<Services, 'database' | 'clock'>, given: unknown) {
  const { data, error } = metadata.safeParse(given)
  if (!data)
    throw new OAuthFault(
      'invalid_client_metadata',
      `Send JSON with 1 to 10 redirect_uris. Not valid: ${error.issues[0]?.path.join('.') || 'the body'}.`,
    )
  const unusable = data.redirect_uris.find((one) => !isRedirectUri(one))
  const [first] = data.redirect_uris
  if (unusable !== undefined || first === undefined)
    throw new OAuthFault(
      'invalid_redirect_uri',
      `${unusable} is not possible: use https, http on 127.0.0.1, or a scheme of your program, without a fragment.`,
    )
  const id = `client_${randomText(24)}`
  const name = plainName(data.client_name ?? '') || hostShown(first)
  const now = clock.now()
  await database.transaction((tx) =>
    insertClient(tx, { id, name, redirect_uris: data.redirect_uris, created_at: now }, mostUnused),
  )
  return {
    client_id: id,
    client_id_issued_at: Math.floor(inSeconds(now)),
    client_name: name,
    redirect_uris: data.redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}
