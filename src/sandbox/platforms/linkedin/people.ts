import { createHash } from 'node:crypto'
import { isKind, kindIn } from '../../shared/kinds.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { denied, notFound, ok } from './problems.ts'
import { newNumber, numberIn, type Page, pages, pageUrn, people, personUrn } from './store.ts'

const pageReads = ['r_organization_social', 'r_organization_social_feed']

const commenting = [...pageReads, 'w_organization_social_feed']

/** The scopes that an app is not given, by the kind of the person. */
const lacking: Readonly<Record<string, readonly string[]>> = {
  no_reading: pageReads,
  no_comments: commenting,
  no_metrics: ['rw_organization_admin'],
  without_permissions: commenting,
}

const roles = { content_admin: 'CONTENT_ADMINISTRATOR', analyst: 'ANALYST' } as const

/** The ID of the person with this name; it is created with its Pages if it does not exist. */
export function personOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const id = createHash('sha256').update(`person ${name}`).digest('base64url').replaceAll(/[_-]/g, 'x').slice(0, 10)
  const vanity = vanityOf(name)
  people(world).put({
    id,
    name,
    vanity,
    pages: pageNames(name).map((one) => addPage(one, world).id),
    role: roleOf(name),
    lacks: Object.entries(lacking).flatMap(([kind, scopes]) => (isKind(name, kind) ? scopes : [])),
    isPartners: isKind(name, 'partner'),
    followers: 0,
  })
  world.documents('names').put(name, id)
  return id
}

function roleOf(name: string): string {
  const kind = kindIn(name, ['content_admin', 'analyst'])
  return kind ? roles[kind] : 'ADMINISTRATOR'
}

function pageNames(name: string): readonly string[] {
  if (isKind(name, 'no_pages')) return []
  return isKind(name, 'two_pages') ? [`${name} Ltd`, `${name} Labs`] : [`${name} Ltd`]
}

function addPage(name: string, world: World): Page {
  const page: Page = { id: newNumber(world), name, vanity: vanityOf(name), followers: 0 }
  pages(world).put(page)
  return page
}

const vanityOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)

/** The name of an account for people. */
export function nameOf(world: World, urn: string): string | undefined {
  const number = numberIn(urn)
  return pages(world).get(number)?.name ?? people(world).get(number)?.name
}

/** GET /v2/userinfo */
export function userinfo({ person, scopes, world }: Call): SimulatedReply {
  if (!scopes.includes('openid') || !scopes.includes('profile')) return denied('userinfo.GET.NO_VERSION')
  return ok({
    sub: person.id,
    name: person.name,
    given_name: person.name,
    family_name: '',
    picture: `${world.address('web')}/pictures/${person.id}.jpg`,
    locale: { country: 'US', language: 'en' },
  })
}

/** GET /v2/me */
export function me({ person, scopes }: Call): SimulatedReply {
  if (!scopes.includes('r_basicprofile')) return denied('me.GET.NO_VERSION')
  return ok({ id: person.id, localizedFirstName: person.name, localizedLastName: '', vanityName: person.vanity })
}

/** GET /rest/organizationAcls */
export function organizationAcls({ request, person, scopes }: Call): SimulatedReply {
  if (!scopes.includes('rw_organization_admin') && !scopes.includes('r_organization_admin'))
    return denied('organizationAcls.FINDER-roleAssignee.20260901')
  const role = request.query.get('role') ?? person.role
  const elements = (role === person.role ? person.pages : []).map((id) => ({
    organization: pageUrn(id),
    roleAssignee: personUrn(person.id),
    role: person.role,
    state: 'APPROVED',
  }))
  return ok({ elements, paging: { start: 0, count: 100, total: elements.length, links: [] } })
}

/** GET /rest/organizations/:id. Some people may publish as a Page and not read it (pipedream issue 21823, 2026-08-28). */
export function organization({ request, world }: Call): SimulatedReply {
  const page = pages(world).get(request.params.id ?? '')
  if (page && isKind(page.name, 'unreadable')) return denied('organizations.GET.20260901')
  return page
    ? ok({ id: Number(page.id), localizedName: page.name, vanityName: page.vanity })
    : notFound(`Organization ${request.params.id}`)
}

/** GET /rest/networkSizes/:id */
export function networkSizes({ request, world, scopes }: Call): SimulatedReply {
  if (!scopes.includes('rw_organization_admin')) return denied('networkSizes.GET.20260901')
  const page = pages(world).get(numberIn(request.params.id ?? ''))
  if (!page) return notFound('Network')
  return ok({ firstDegreeSize: page.followers })
}

/** GET /rest/memberFollowersCount */
export const memberFollowersCount = ({ person, scopes }: Call): SimulatedReply =>
  scopes.includes('r_member_profileAnalytics')
    ? ok({ elements: [{ memberFollowersCount: person.followers }], paging: { start: 0, count: 10, links: [] } })
    : denied('memberFollowersCount.FINDER-me.20260901')
