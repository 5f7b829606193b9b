import { ConnectionError } from '@polypost/sdk'
import { z } from 'zod'
import { commandLine } from '../../domain/application.ts'
import { second } from '../../domain/time.ts'
import { systemClock } from '../../system/clock.ts'
import type { Login } from '../client/login-file.ts'

const longest = 30 * second

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number(),
  refresh_token_expires_in: z.number(),
})

/** The instance refused the code or the refresh token. */
export class TokenRefused extends Error {}

/** Exchanges a code or a refresh token for a login. */
export async function askTokens(url: string, fields: Readonly<Record<string, string>>): Promise<Login> {
  const response = await send(url, '/oauth/token', fields)
  const body: unknown = await response.json().catch(() => null)
  if (response.status === 400) {
    const words = z.object({ error_description: z.string() }).safeParse(body).data?.error_description
    throw new TokenRefused(words ?? 'The instance refused the sign-in.')
  }
  const { data } = tokens.safeParse(body)
  if (!response.ok || !data)
    throw new ConnectionError(`${url} answered with status ${response.status}, so nobody is signed in. Try again.`)
  const now = systemClock.now()
  return {
    url,
    key: data.access_token,
    session: {
      refresh: data.refresh_token,
      expires_at: now + data.expires_in * second,
      ends_at: now + data.refresh_token_expires_in * second,
    },
  }
}

/** Ends the login on the instance; false: it could not be reached. */
export const revokeTokens = ({ url, session }: Login): Promise<boolean> =>
  send(url, '/oauth/revoke', { token: session?.refresh ?? '' }).then(
    ({ ok }) => ok,
    () => false,
  )

const send = (url: string, path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(new URL(path, url), {
    method: 'POST',
    body: new URLSearchParams({ ...fields, client_id: commandLine.id }),
    redirect: 'error',
    signal: AbortSignal.timeout(longest),
  }).catch((cause) => {
    throw new ConnectionError(`${url} could not be reached. Check the address, and that Polypost runs there.`, {
      cause,
    })
  })
