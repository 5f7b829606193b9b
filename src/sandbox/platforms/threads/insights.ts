import type { Json } from '../../../domain/outcome.ts'
import { graphTime, notThere, ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { notPermitted } from './problems.ts'
import { type Metrics, newestFirst, posts } from './store.ts'

export const metricNames = [
  'views',
  'likes',
  'replies',
  'reposts',
  'quotes',
  'shares',
] as const satisfies readonly (keyof Metrics)[]

const accountMetrics = ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks', 'followers_count']

/** The requested metrics, or an error if one of them does not exist; one wrong name fails the call. */
function requestedMetrics(call: Call, allowed: readonly string[]): readonly string[] | SimulatedReply {
  const { world, request } = call
  const { metric = '' } = parametersOf(request)
  const requested = metric.split(',').filter((name) => name !== '')
  if (requested.length === 0) return wrongParameter('The parameter metric is required.', world)
  const wrong = requested.findIndex((name) => !allowed.includes(name))
  if (wrong < 0) return requested
  return wrongParameter(`metric[${wrong}] must be one of the following values: ${allowed.join(', ')}`, world)
}

/** GET /:id/insights */
export function postInsights(call: Call): SimulatedReply {
  const { world, user, request } = call
  const { id = '' } = request.params
  const post = posts(world).get(id)
  if (!post) return notThere(id, world)
  if (post.author !== user.id) return notPermitted(world)
  const requested = requestedMetrics(call, metricNames)
  if ('status' in requested) return requested
  const known = metricNames.filter((name) => requested.includes(name))
  return ok({
    data: known.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: post.metrics[name] }],
      title: name,
      description: `The number of ${name} of the post.`,
      id: `${id}/insights/${name}/lifetime`,
    })),
  })
}

/** GET /me/threads_insights: views per day, clicks per link, all other metrics as a total. */
export function accountInsights(call: Call): SimulatedReply {
  const { world, user } = call
  const requested = requestedMetrics(call, accountMetrics)
  if ('status' in requested) return requested
  const own = [...newestFirst(world, 'threads', user.id)]
  const total = (name: string): number =>
    name === 'followers_count'
      ? user.followers
      : own.reduce(
          (sum, { metrics }) => sum + (metricNames.some((one) => one === name) ? numberOf(metrics, name) : 0),
          0,
        )
  return ok({ data: requested.map((name) => accountMetric(name, total(name), user.id, world)) })
}

const numberOf = (metrics: Metrics, name: string): number =>
  Object.entries(metrics).find(([one]) => one === name)?.[1] ?? 0

function accountMetric(name: string, value: number, id: string, world: World): Json {
  const common = {
    name,
    period: 'day',
    title: name,
    description: `The number of ${name}.`,
    id: `${id}/insights/${name}/day`,
  }
  if (name === 'views') return { ...common, values: [{ value, end_time: graphTime(world.now()) }] }
  if (name === 'clicks') return { ...common, link_total_values: [] }
  return { ...common, total_value: { value } }
}
