import type { z } from 'zod'
import { type Answer, isDone, RefusedCall, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { refused } from './errors.ts'
import { isByPage, readingPages, scopesOf } from './permissions.ts'
import { pageUrl } from './published.ts'
import { encoded, request } from './request.ts'
import { meAnswer, organizationAnswer, rolesAnswer, userinfoAnswer } from './wire.ts'

/** LinkedIn's largest page of roles, and how many Pages are offered to choose from: each needs a call of its own. */
const maxRoles = 100
const maxPages = 50

/** The roles that may publish as a Page. The second is spelled in two ways (clients and documentation, 2026-11-21). */
const approved = 'APPROVED'
const publishers = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN']

/** A login is a person. With the second login method it is also the Pages of the person, which come first. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  if (!isByPage(context)) return [await member(context)]
  const person = await personOfPages(context)
  const pages = await pagesOf(context)
  // The missing permission is reported; otherwise nobody would notice that a person is connected instead of a Page.
  if (pages === null) return [{ ...person, missingPermissions: [...person.missingPermissions, readingPages] }]
  return [...pages, person]
}

const ask = async (context: LoginContext, path: string): Promise<unknown> =>
  read(await request(context, { method: 'GET', path }), context)

function read(answer: Answer, context: LoginContext): unknown {
  if (isDone(answer)) return answer.json()
  // The sign-in asks again after a pause.
  if (answer.status === 401)
    throw new RefusedCall({
      type: 'retry',
      error: 'platform_unavailable',
      message: 'LinkedIn does not know its own new token yet. Connect the account again in a minute.',
    })
  throw refused(answer, context)
}

async function member(context: LoginContext): Promise<Identity> {
  const { sub, name, picture } = userinfoAnswer.parse(await ask(context, '/v2/userinfo'))
  return personNamed({ id: sub, name: name ?? null, vanityName: null, picture: picture ?? null }, context)
}

async function personOfPages(context: LoginContext): Promise<Identity> {
  const { id, name, vanityName } = meAnswer.parse(await ask(context, '/v2/me'))
  return personNamed({ id, name: name === '' ? null : name, vanityName, picture: null }, context)
}

interface Person {
  readonly id: string
  readonly name: string | null
  readonly vanityName: string | null
  readonly picture: string | null
}

const personNamed = ({ id, name, vanityName, picture }: Person, context: LoginContext): Identity => ({
  kind: 'account',
  remoteId: `urn:li:person:${id}`,
  username: vanityName,
  displayName: name,
  avatarUrl: picture,
  profileUrl: vanityName === null ? null : `${webOf(context)}/in/${vanityName}/`,
  accountType: 'person',
  eligible: false,
  missingPermissions: missing(`urn:li:person:${id}`, context),
})

const missing = (urn: string, context: LoginContext): readonly string[] =>
  scopesOf(urn, context).filter((scope) => !context.credentials.scopes.includes(scope))

/** Null: LinkedIn does not tell which Pages the person manages. */
async function pagesOf(context: LoginContext): Promise<readonly Identity[] | null> {
  const answer = await request(context, {
    method: 'GET',
    path: '/rest/organizationAcls',
    query: { q: 'roleAssignee', state: approved, start: '0', count: String(maxRoles) },
    finds: true,
  })
  if (answer.status === 403) return null
  if (!isDone(answer)) throw refused(answer, context)
  const found = rolesAnswer
    .parse(answer.json())
    .elements.filter(({ role, state }) => publishers.includes(role) && (state ?? approved) === approved)
    .flatMap(({ organization }) => organization ?? [])
  const pages: Identity[] = []
  for (const urn of [...new Set(found)].slice(0, maxPages)) pages.push(await page(urn, context))
  return pages
}

async function page(urn: string, context: LoginContext): Promise<Identity> {
  const number = urn.replace(/^.*:/, '')
  const { localizedName, vanityName } = await describePage(number, context)
  return {
    kind: 'page',
    remoteId: urn,
    pageId: number,
    username: vanityName ?? null,
    displayName: localizedName ?? vanityName ?? number,
    avatarUrl: null,
    profileUrl: pageUrl(number, context),
    accountType: 'page',
    eligible: false,
    missingPermissions: missing(urn, context),
  }
}

/**
 * LinkedIn refuses to describe some Pages to people who may publish as them, such as content administrators (pipedream
 * issue 21823, 2026-08-28). Such a Page is known by its number.
 */
async function describePage(number: string, context: LoginContext): Promise<z.output<typeof organizationAnswer>> {
  const answer = await request(context, { method: 'GET', path: `/rest/organizations/${encoded(number)}` })
  if (answer.status === 403 || answer.status === 404) return { localizedName: null, vanityName: null }
  return organizationAnswer.parse(read(answer, context))
}
