import { z } from 'zod'
import { hostOf, isDone, Refused } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { grantedIn, tokenFacts } from '../shared/meta-login.ts'
import { refusal } from './errors.ts'
import { business, wanted } from './login.ts'
import { request } from './request.ts'
import { businessesAnswer, type Page, pageFields, pagesAnswer } from './wire.ts'

/** Pages in a response, and how many responses are read of one list. */
const pageSize = 100
const maxAnswers = 10

/** In `extra`: the person's own token, which reads the Pages again. */
const personToken = 'userToken'

/** The tasks that a person needs at a Page, as Facebook names them. */
const wantedTasks = ['CREATE_CONTENT', 'MODERATE', 'ANALYZE']

/** A login at Facebook is a person, who publishes as any of their Pages. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const { credentials } = context
  const person = { ...context, credentials: { ...credentials, accessToken: tokenOfPerson(context) } }
  const granted = await permissionsOf(person)
  const facts = await tokenFacts(context, { host: 'graph', path: '/{version}/debug_token' }, tokenOfPerson(context))
  const pages = [...(await listPages(person, '/me/accounts')), ...(await pagesOfBusinesses(person, granted))]
  const distinct = [...new Map(pages.map((page) => [page.id, page])).values()]
  return distinct.map((page) => identityOf(page, granted, facts?.dataAccessEndsAt ?? null, person))
}

const tokenOfPerson = ({ credentials }: LoginContext): string =>
  credentials.extra[personToken] ?? credentials.accessToken

async function permissionsOf(person: LoginContext): Promise<readonly string[]> {
  const answer = await request(person, { method: 'GET', path: '/me/permissions' })
  if (!isDone(answer)) throw new Refused(refusal(answer, 'read', person))
  return grantedIn(answer)
}

async function listPages(person: LoginContext, path: string): Promise<readonly Page[]> {
  const pages: Page[] = []
  let after: string | null = null
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await request(person, {
      method: 'GET',
      path,
      query: { fields: pageFields, limit: String(pageSize), ...(after === null ? {} : { after }) },
    })
    if (!isDone(answer)) throw new Refused(refusal(answer, 'read', person))
    const { data, next } = pagesAnswer.parse(answer.json())
    pages.push(...data)
    if (next === null) break
    after = next
  }
  return pages
}

/** Pages that a person has through a business; if they cannot be read, the others still count. */
async function pagesOfBusinesses(person: LoginContext, granted: readonly string[]): Promise<readonly Page[]> {
  if (!granted.includes(business)) return []
  try {
    const answer = await request(person, { method: 'GET', path: '/me/businesses', query: { limit: String(pageSize) } })
    if (!isDone(answer)) return []
    const lists = businessesAnswer
      .parse(answer.json())
      .data.flatMap(({ id }) => [`/${id}/owned_pages`, `/${id}/client_pages`])
    const found: Page[] = []
    for (const list of lists) found.push(...(await listPages(person, list)))
    return found
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof z.ZodError)) throw error
    person.log.warn({ err: error }, 'the Pages of a person’s businesses could not be read')
    return []
  }
}

function identityOf(
  { id, name, username, category, tasks, avatarUrl, access_token: token }: Page,
  granted: readonly string[],
  dataAccessEndsAt: number | null,
  person: LoginContext,
): Identity {
  const { credentials } = person
  return {
    kind: 'page',
    remoteId: id,
    pageId: id,
    username: username ?? null,
    displayName: name,
    avatarUrl,
    profileUrl: `${hostOf(person, 'web')}/${id}`,
    accountType: category ?? null,
    eligible: false,
    missingPermissions: [
      ...wanted.filter((scope) => !granted.includes(scope)),
      ...(tasks ? wantedTasks.filter((task) => !tasks.includes(task)) : []),
    ],
    dataAccessEndsAt,
    credentials: {
      accessToken: token,
      refreshToken: null,
      expiresAt: null,
      scopes: granted,
      extra: { ...credentials.extra, [personToken]: credentials.accessToken },
    },
  }
}
