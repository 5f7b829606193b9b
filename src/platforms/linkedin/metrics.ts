import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import {
  type Metrics,
  noMetrics,
  type PublishedPost,
  type ReadAudience,
  type ReadMetrics,
  type ReadResult,
} from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { isPage, unreadable } from './permissions.ts'
import { encoded, listOf, request } from './request.ts'
import { readSettings } from './settings.ts'
import { analyticsAnswer, followersAnswer, networkAnswer, type Statistics, statisticsAnswer } from './wire.ts'

/** Few, because each post of a person needs five calls. No limit is documented for posts of Pages. */
const batch = 4

const kinds = { share: 'shares', ugcPost: 'ugcPosts' } as const

type Kind = keyof typeof kinds

const kindOf = ({ id }: PublishedPost): string | undefined => /^urn:li:(share|ugcPost):/.exec(id)?.[1]

/** Lifetime totals without paid reach. LinkedIn reports twelve months. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const refused = unreadable('metrics', context)
    if (refused) return refused
    return isPage(context.account.remoteId) ? ofPage(posts, context) : ofPerson(posts, context)
  },
}

type Numbers = ReadResult<ReadonlyMap<string, Metrics>>

/** Numbers that are missing in the response count as zero. */
async function ofPage(posts: readonly PublishedPost[], context: AccountContext): Promise<Numbers> {
  const found = new Map<string, Metrics>()
  // The keys are the kinds.
  for (const kind of Object.keys(kinds) as Kind[]) {
    const urns = posts.filter((one) => kindOf(one) === kind).map(({ id }) => id)
    if (urns.length === 0) continue
    const answer = await request(context, {
      method: 'GET',
      path: '/rest/organizationalEntityShareStatistics',
      query: {
        q: 'organizationalEntity',
        organizationalEntity: encoded(context.account.remoteId),
        [kinds[kind]]: listOf(urns),
      },
      finds: true,
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const { elements } = statisticsAnswer.parse(answer.json())
    for (const urn of urns) {
      const told = elements.find((one) => one[kind] === urn)?.totalShareStatistics
      found.set(urn, metricsOf(told ?? {}))
    }
  }
  return { type: 'read', value: found }
}

function metricsOf(told: Statistics): Metrics {
  const likes = told.likeCount ?? 0
  const comments = told.commentCount ?? 0
  const shares = told.shareCount ?? 0
  const clicks = told.clickCount ?? 0
  return {
    ...noMetrics,
    impressions: told.impressionCount ?? 0,
    reach: told.uniqueImpressionsCount ?? 0,
    likes,
    comments,
    shares,
    clicks,
    engagement: likes + comments + shares + clicks,
  }
}

const queries = {
  impressions: 'IMPRESSION',
  reach: 'MEMBERS_REACHED',
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
} as const

/** One call for each number of each post: LinkedIn has no other. */
async function ofPerson(posts: readonly PublishedPost[], context: AccountContext): Promise<Numbers> {
  const found = new Map<string, Metrics>()
  for (const post of posts) {
    const kind = kindOf(post)
    if (kind === undefined) continue
    const key = kind === 'share' ? kind : readSettings(context).analytics_key
    const told = new Map<string, number>()
    for (const [name, queryType] of Object.entries(queries)) {
      const answer = await request(context, {
        method: 'GET',
        path: '/rest/memberCreatorPostAnalytics',
        query: { q: 'entity', entity: `(${key}:${encoded(post.id)})`, queryType, aggregation: 'TOTAL' },
        finds: true,
      })
      if (answer.status === 404) break
      if (!isDone(answer)) return refusal(answer, 'read', context)
      told.set(name, analyticsAnswer.parse(answer.json()).elements[0]?.count ?? 0)
    }
    if (told.size > 0) found.set(post.id, personMetrics(told))
  }
  return { type: 'read', value: found }
}

function personMetrics(told: ReadonlyMap<string, number>): Metrics {
  const of = (name: keyof typeof queries): number | null => told.get(name) ?? null
  const [likes, comments, shares] = [of('likes'), of('comments'), of('shares')]
  return {
    ...noMetrics,
    impressions: of('impressions'),
    reach: of('reach'),
    likes,
    comments,
    shares,
    engagement: (likes ?? 0) + (comments ?? 0) + (shares ?? 0),
  }
}

export const readAudience: ReadAudience = async (context) => {
  const refused = unreadable('followers', context)
  if (refused) return refused
  const { remoteId } = context.account
  const answer = await (isPage(remoteId)
    ? request(context, {
        method: 'GET',
        path: `/rest/networkSizes/${encoded(remoteId)}`,
        query: { edgeType: 'COMPANY_FOLLOWED_BY_MEMBER' },
      })
    : request(context, { method: 'GET', path: '/rest/memberFollowersCount', query: { q: 'me' }, finds: true }))
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const followers = isPage(remoteId)
    ? networkAnswer.parse(answer.json()).firstDegreeSize
    : followersAnswer.parse(answer.json()).elements[0]?.memberFollowersCount
  return { type: 'read', value: { followers: followers ?? null } }
}
