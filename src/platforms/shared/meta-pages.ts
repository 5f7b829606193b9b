import { z } from 'zod'
import { type Answer, isDone, isFault, type RefusedCall, Unreadable } from './call.ts'
import type { LoginContext } from './context.ts'
import { graphAs, graphId, graphList } from './meta-graph.ts'

/** Pages in a response, and how many responses are read of one list. */
const pageSize = '100'
const maxAnswers = 10
/** Each of them is one call, or two. */
const maxBusinesses = 50
const maxSinglePages = 100

/** The permission to read the lists of a person's businesses. */
const business = 'business_management'

interface ListedPages {
  readonly id: string
  readonly access_token?: string | null | undefined
}

/** A Page without a token is one that the person may not publish as. */
type Usable<P extends ListedPages> = P & { readonly access_token: string }

export interface PageSearch<P extends ListedPages> {
  readonly page: z.ZodType<P>
  /** Fields of a Page, without `tasks`. */
  readonly fields: string
  /** The permissions that the person granted. */
  readonly granted: readonly string[]
  /** The Pages that the permissions of the token name (`granular_scopes`). */
  readonly named: readonly string[]
  readonly refused: (answer: Answer, context: LoginContext) => RefusedCall
}

/**
 * All Pages that a person can publish as, each once. `/me/accounts` alone is not enough: it lacks the Pages of business
 * portfolios (openpost issue 216, 2026-08-30), and for many people it is empty although they granted Pages (zammad pull
 * request 6069, 2026-04; trypost pull requests 292 and 301, 2026-08).
 */
export async function findPages<P extends ListedPages>(
  person: LoginContext,
  search: PageSearch<P>,
): Promise<readonly Usable<P>[]> {
  const found = new Map<string, Usable<P>>()
  // The first one is kept: it comes from the list that contains the tasks.
  const add = (pages: readonly P[]) => {
    for (const page of pages) if (isUsable(page) && !found.has(page.id)) found.set(page.id, page)
  }
  const own = { path: '/me/accounts', fields: `${search.fields},tasks`, item: search.page }
  const refused = await readList(own, add, person, search)
  if (refused !== null && refused.outcome.type !== 'rejected') throw refused
  if (search.granted.includes(business)) await addPagesOfBusinesses(add, person, search)
  const missing = [...new Set(search.named)].filter((id) => !found.has(id)).slice(0, maxSinglePages)
  for (const id of missing) await alone(person, `/${id}`, () => readPage(id, add, person, search))
  if (refused !== null && found.size === 0) throw refused
  return [...found.values()]
}

const isUsable = <P extends ListedPages>(page: P): page is Usable<P> =>
  typeof page.access_token === 'string' && page.access_token !== ''

type Add<T> = (items: readonly T[]) => void

/**
 * The Page node has no field `tasks`: asked for it, these lists are refused as a whole with (#100) (several clients, one
 * on 2026-08-02).
 */
async function addPagesOfBusinesses<P extends ListedPages>(
  add: Add<P>,
  person: LoginContext,
  search: PageSearch<P>,
): Promise<void> {
  const ids: string[] = []
  const businesses = { path: '/me/businesses', fields: 'id', item: z.object({ id: graphId }) }
  await alone(person, businesses.path, () =>
    readList(businesses, (some) => ids.push(...some.map(({ id }) => id)), person, search),
  )
  for (const path of ids.slice(0, maxBusinesses).flatMap((id) => [`/${id}/owned_pages`, `/${id}/client_pages`]))
    await alone(person, path, () => readList({ path, fields: search.fields, item: search.page }, add, person, search))
}

/** A list that fails takes nothing from the others. */
async function alone(person: LoginContext, path: string, read: () => Promise<RefusedCall | null>): Promise<void> {
  try {
    const refused = await read()
    if (refused) person.log.warn({ path, message: refused.message }, 'some Pages of a person could not be read')
  } catch (error) {
    if (!isFault(error) && !(error instanceof z.ZodError) && !(error instanceof Unreadable)) throw error
    person.log.warn({ path, err: error }, 'some Pages of a person could not be read')
  }
}

interface List<T> {
  readonly path: string
  readonly fields: string
  readonly item: z.ZodType<T>
}

/** Adds the items of each response; returns the refusal that ended the list early. */
async function readList<T, P extends ListedPages>(
  { path, fields, item }: List<T>,
  add: Add<T>,
  person: LoginContext,
  { refused }: PageSearch<P>,
): Promise<RefusedCall | null> {
  const list = graphList(item)
  let after: string | null = null
  for (let read = 0; read < maxAnswers; read += 1) {
    const query: Record<string, string> = { fields, limit: pageSize, ...(after === null ? {} : { after }) }
    const answer: Answer = await graphAs(person, { method: 'GET', path, query })
    if (!isDone(answer)) return refused(answer, person)
    const { data, next } = list.parse(answer.json())
    add(data)
    if (next === null) break
    after = next
  }
  return null
}

async function readPage<P extends ListedPages>(
  id: string,
  add: Add<P>,
  person: LoginContext,
  { page, fields, refused }: PageSearch<P>,
): Promise<RefusedCall | null> {
  const answer = await graphAs(person, { method: 'GET', path: `/${id}`, query: { fields } })
  if (!isDone(answer)) return refused(answer, person)
  add([page.parse(answer.json())])
  return null
}
