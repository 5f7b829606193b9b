import type { FastifyInstance } from 'fastify'
import { type PeopleForm, peoplePage } from '../pages/people.ts'
import { addressKey } from './address.ts'
import type { DashboardServices } from './dashboard.ts'
import { languageFor } from './language.ts'
import type { OidcServices } from './oidc-route.ts'
import { ownPath } from './own-path.ts'
import { sendAdmission } from './rate-headers.ts'
import { sendPage } from './send-page.ts'

const forms: readonly (readonly [path: string, form: PeopleForm])[] = [
  ['/setup', 'setup'],
  ['/invite', 'invite'],
  ['/sign-in', 'signIn'],
  ['/password', 'password'],
]

/** The pages that links lead to. They work before the dashboard is built. */
export function addPeopleRoutes(
  server: FastifyInstance,
  { calls, oidc, dashboard, publicUrl }: Pick<OidcServices, 'calls' | 'oidc' | 'publicUrl'> & DashboardServices,
): void {
  const home = dashboard === null ? null : '/'
  for (const [path, form] of forms)
    server.get(path, { config: { operationName: 'peoplePage' } }, async ({ ip, url, headers }, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(ip)))
      const query = new URLSearchParams(url.split('?')[1])
      const returnTo = (form === 'signIn' ? ownPath(query.get('return_to'), publicUrl) : null) ?? home
      const language = languageFor(headers['accept-language'])
      return sendPage(reply.header('vary', 'accept-language'), peoplePage(form, { language, returnTo, provider: oidc }))
    })
}
