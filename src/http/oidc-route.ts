import type { FastifyInstance } from 'fastify'
import type { Calls } from '../calls/calls.ts'
import { linkedPage, signedInPage } from '../pages/people.ts'
import type { OidcEnding, OidcReturn } from '../usecases/session/finish-oidc.ts'
import { addressKey } from './address.ts'
import type { Cookies } from './cookies.ts'
import { ownPath } from './own-path.ts'
import { sendAdmission } from './rate-headers.ts'
import { sendPage, sendTrouble } from './send-page.ts'

export interface OidcServices {
  readonly calls: Calls
  readonly cookies: Cookies
  /** The address of this instance, as others see it. */
  readonly publicUrl: string
  /** Null: there is no identity provider. */
  readonly oidc: {
    readonly name: string
    readonly only: boolean
    readonly finish: (returned: OidcReturn) => Promise<OidcEnding>
  } | null
}

/** Where the browser comes back from the identity provider. */
export function addOidcRoute(server: FastifyInstance, { calls, cookies, oidc, publicUrl }: OidcServices): void {
  if (oidc === null) return
  server.get(
    '/oidc/callback',
    {
      // A prefetch must not use up the sign-in.
      config: { operationName: 'oidcCallback' },
      exposeHeadRoute: false,
      errorHandler: (thrown, request, reply) => sendTrouble(request, reply, thrown, 'You are not signed in'),
    },
    async (request, reply) => {
      const { headers, ip, url } = request
      sendAdmission(reply, await calls.admitOpen(addressKey(ip)))
      const { name, token, returnTo } = await oidc.finish({
        query: new URLSearchParams(url.split('?')[1]),
        browser: cookies.oidc.read(headers.cookie),
        sender: { address: addressKey(ip), agent: headers['user-agent'] ?? '' },
      })
      reply.header('set-cookie', cookies.oidc.write(null))
      if (token !== null) reply.header('set-cookie', cookies.session.write(token))
      const next = ownPath(returnTo, publicUrl)
      if (next !== null) return reply.redirect(next, 303)
      return sendPage(reply, token === null ? linkedPage(name, oidc.name) : signedInPage(name))
    },
  )
}
