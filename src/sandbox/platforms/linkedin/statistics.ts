import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { commentsUnder } from './comments.ts'
import type { Call } from './gate.ts'
import { denied, notFound, ok, wrong } from './problems.ts'
import { settingsOf } from './settings.ts'
import { numberIn, type Post, pageUrn, personUrn, posts } from './store.ts'

const kinds = ['shares', 'ugcPosts'] as const

const listIn = (text: string): string[] => /^List\((.*)\)$/.exec(text)?.[1]?.split(',') ?? []

/** GET /rest/organizationalEntityShareStatistics. A post without any activity is missing in it. */
export function shareStatistics({ request, person, scopes, world }: Call): SimulatedReply {
  const { query } = request
  const page = query.get('organizationalEntity') ?? ''
  const manages = person.pages.includes(numberIn(page))
  if (!scopes.includes('rw_organization_admin') || !manages || page !== pageUrn(numberIn(page)))
    return denied('organizationalEntityShareStatistics.FINDER-organizationalEntity.20260901')
  if (query.get('q') !== 'organizationalEntity') return wrong('There is no such finder')
  const given = kinds.filter((kind) => query.has(kind))
  const [kind] = given
  if (kind === undefined || given.length > 1) return wrong('Either shares or ugcPosts have to be given')
  const urns = listIn(query.get(kind) ?? '')
  if (urns.some((urn) => !urn.startsWith(kind === 'shares' ? 'urn:li:share:' : 'urn:li:ugcPost:')))
    return wrong('A URN is not of the type that the parameter takes', 'INVALID_URN_TYPE')
  const elements = urns.flatMap((urn) => {
    const post = posts(world).get(urn)
    const counted = post?.author === page ? totalsOf(post, world) : null
    return counted === null || Object.values(counted).every((one) => one === 0)
      ? []
      : [{ organizationalEntity: page, [kind === 'shares' ? 'share' : 'ugcPost']: urn, totalShareStatistics: counted }]
  })
  return ok({ elements, paging: { start: 0, count: 10, links: [] } })
}

const totalsOf = ({ id, numbers }: Post, world: World) => ({
  impressionCount: numbers.impressions,
  uniqueImpressionsCount: numbers.reached,
  clickCount: numbers.clicks,
  likeCount: numbers.likes,
  commentCount: commentsUnder(id, world).length,
  shareCount: numbers.shares,
  engagement: 0,
})

/** GET /rest/memberCreatorPostAnalytics: one metric of one post. */
export function postAnalytics({ request, person, scopes, world }: Call): SimulatedReply {
  const { query } = request
  if (!scopes.includes('r_member_postAnalytics')) return denied('memberCreatorPostAnalytics.FINDER-entity.20260901')
  const [, key = '', urn = ''] = /^\((\w+):(urn:li:(?:share|ugcPost):\d+)\)$/.exec(query.get('entity') ?? '') ?? []
  const wanted = urn.startsWith('urn:li:share:') ? 'share' : settingsOf(world).analyticsKey
  if (query.get('q') !== 'entity' || key !== wanted) return wrong('entity is not valid')
  const post = posts(world).get(urn)
  if (!post) return notFound(urn)
  if (post.author !== personUrn(person.id)) return denied('memberCreatorPostAnalytics.FINDER-entity.20260901')
  const count = countOf(query.get('queryType') ?? '', post, world)
  if (count === null || query.get('aggregation') !== 'TOTAL') return wrong('queryType is not valid')
  return ok({ elements: [{ count, metricType: query.get('queryType'), targetEntity: urn }], paging: { links: [] } })
}

function countOf(queryType: string, { id, numbers }: Post, world: World): number | null {
  switch (queryType) {
    case 'IMPRESSION':
      return numbers.impressions
    case 'MEMBERS_REACHED':
      return numbers.reached
    case 'REACTION':
      return numbers.likes
    case 'RESHARE':
      return numbers.shares
    case 'COMMENT':
      return commentsUnder(id, world).length
    default:
      return null
  }
}
