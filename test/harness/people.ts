import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '../../src/domain/roles.ts'
import { type Ask, type Client, createClient, type Reply } from './client.ts'
import type { Instance } from './instance.ts'

export const password = 'four words and a comma'

/** A browser: it keeps the cookie of its session, and says where its requests come from. */
export interface Browser {
  readonly ask: Client
  /** The cookie of the session, as it is sent; undefined: none. */
  readonly cookie: () => string | undefined
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** `cookie` puts an earlier cookie into it. */
export function openBrowser(base: string, cookie?: string): Browser {
  const client = createClient(base, null)
  let kept = cookie
  const keep = ({ headers }: Reply) => {
    for (const set of headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      kept = set.includes('Max-Age=0') ? undefined : pair
    }
  }
  return {
    ask: async (method, path, { headers = {}, ...rest }: Ask = {}) => {
      const own = { ...sameOrigin, ...(kept === undefined ? {} : { cookie: kept }) }
      const reply = await client(method, path, { ...rest, headers: { ...own, ...headers } })
      keep(reply)
      return reply
    },
    cookie: () => kept,
  }
}

/** A person who is signed in. */
export interface Person extends Browser {
  readonly id: number
  readonly email: string
}

/** The token in a link. */
export const tokenOf = (link: string): string => link.split('#token=')[1]?.trim() ?? ''

/** The token of the set-up link that the start of an instance wrote. */
export const setupToken = async ({ data: instanceData }: Pick<Instance, 'data'>): Promise<string> =>
  tokenOf(await readFile(join(instanceData.directory, 'setup.link'), 'utf8'))

/** Sets up the owner of a new instance. */
export async function becomeOwner(instance: Instance): Promise<Person> {
  const browser = openBrowser(instance.base)
  const email = 'owner@acme.example'
  const body = { token: await setupToken(instance), email, name: 'Olga', password }
  const reply = await browser.ask('POST', '/setup', { body })
  if (reply.status !== 200) throw new Error(reply.text)
  return { ...browser, id: reply.body.data.person.id, email }
}

let invited = 0

/** A new person with this role, whom somebody with the right to invite invited. */
export async function newPerson(instance: Instance, invite: Client, role: Role): Promise<Person> {
  const email = `${role}-${++invited}@acme.example`
  const made = await invite('POST', '/invites', { body: { email, role } })
  if (made.status !== 200) throw new Error(made.text)
  const browser = openBrowser(instance.base)
  const body = { token: tokenOf(made.body.data.link), name: `The ${role}`, password }
  const reply = await browser.ask('POST', '/invites/accept', { body })
  if (reply.status !== 200) throw new Error(reply.text)
  return { ...browser, id: reply.body.data.person.id, email }
}

/** Signs in somebody in a new browser. */
export async function signIn(base: string, email: string, headers: Record<string, string> = {}): Promise<Browser> {
  const browser = openBrowser(base)
  const reply = await browser.ask('POST', '/session', { body: { email, password }, headers })
  if (reply.status !== 200) throw new Error(reply.text)
  return browser
}
