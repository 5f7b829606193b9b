import { isDone, webOf } from '../shared/call.ts'
import type { Identity } from '../shared/connect.ts'
import type { LoginContext } from '../shared/context.ts'
import { grantedIn, tokenFacts } from '../shared/meta-login.ts'
import { findPages } from '../shared/meta-pages.ts'
import { missingScopes } from '../shared/scopes.ts'
import { refused } from './errors.ts'
import { connect } from './login.ts'
import { request } from './request.ts'
import { type Page, page, pageFields } from './wire.ts'

/** In `extra`: the person's own token, which reads the Pages again. */
const personToken = 'userToken'

/** Tasks that contain all others. */
const allTasks = ['MANAGE', 'PROFILE_PLUS_MANAGE', 'PROFILE_PLUS_FULL_CONTROL']

/** Pages of the newer kind have names of their own for the same tasks (Meta's API specification, 2026-04). */
const hasTask = (tasks: readonly string[], name: string): boolean =>
  [name, `PROFILE_PLUS_${name}`, ...allTasks].some((task) => tasks.includes(task))

const missingTasks = (tasks: readonly string[]): readonly string[] =>
  (connect.roles?.list ?? []).flatMap(({ name }) => (hasTask(tasks, name) ? [] : [name]))

/** A login at Facebook is a person, who publishes as any of their Pages. */
export async function discover(context: LoginContext): Promise<readonly Identity[]> {
  const { credentials } = context
  const person = { ...context, credentials: { ...credentials, accessToken: tokenOfPerson(context) } }
  const granted = await permissionsOf(person)
  const facts = await tokenFacts(context, { host: 'graph', path: '/{version}/debug_token' }, tokenOfPerson(context))
  const pages = await findPages(person, { page, fields: pageFields, granted, named: facts?.pages ?? [], refused })
  return pages.map((one) => identityOf(one, granted, facts?.dataAccessEndsAt ?? null, person))
}

const tokenOfPerson = ({ credentials }: LoginContext): string =>
  credentials.extra[personToken] ?? credentials.accessToken

async function permissionsOf(person: LoginContext): Promise<readonly string[]> {
  const answer = await request(person, { method: 'GET', path: '/me/permissions' })
  if (!isDone(answer)) throw refused(answer, person)
  return grantedIn(answer)
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
    profileUrl: `${webOf(person)}/${id}`,
    accountType: category ?? null,
    eligible: false,
    missingPermissions: [...missingScopes(connect, granted), ...(tasks ? missingTasks(tasks) : [])],
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
