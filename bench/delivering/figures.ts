import type { Place } from '../publishing/place.ts'
import { withStore } from '../publishing/seed.ts'
import { format, inTurn, quantile, report, reportRates } from '../report.ts'
import { instance, receiver } from '../serve.ts'
import { bareLoop } from './bare-loop.ts'
import { addDue, addEndpoints, endpointsEach, untilEnded } from './tell.ts'

const rounds = 3
const told = 3_000
/** How many deliveries our worker has under way to the endpoints of one user. */
const atOnce = endpointsEach * 8

/** Deliveries per second to the endpoints of one user, compared with a loop that only signs and posts. */
export async function deliverFigures(place: Place): Promise<void> {
  const ears = await receiver()
  const urls = Array.from({ length: endpointsEach }, (_, at) => `${ears.base}/healthy/${at}`)
  const users = await addEndpoints(place, urls)
  const server = await instance('both', 'nothing', place.env)
  const ours = () =>
    withStore(place, async (database) => {
      const due = await addDue(database, users, { events: told / endpointsEach, spread: 0 })
      return (told / (await untilEnded(database, due, told))) * 1_000
    })
  await ours()
  const bare = (keeps: boolean) => () => bareLoop(urls, { count: told, atOnce, keeps })
  const name = `webhook deliveries, ${place.title}`
  reportRates(name, await inTurn(rounds, ours, bare(true)), 'a bare undici loop that keeps its connections; aim: 0.50')
  reportRates(name, await inTurn(1, ours, bare(false)), 'the same with a connection for each, as ours')
  await server.stop()
  await ears.stop()
}

const endpoints = 1_000
const hangingShare = 0.2
const eventsEach = 4
/** All are due within this number of milliseconds: 250 per second, which is a light load. */
const spread = 16_000

/** How late deliveries to healthy endpoints are while others hang, compared with none hanging; all endpoints are new. */
export async function hangingFigures(calm: Place, hung: Place): Promise<void> {
  const without = await lateness(calm, 0)
  const with20 = await lateness(hung, hangingShare)
  const p95 = (all: readonly number[]) => quantile(all, 0.95)
  const words = (all: readonly number[]) =>
    `p50 ${quantile(all, 0.5)} ms, p95 ${p95(all)} ms, last ${Math.max(...all)} ms`
  report(
    `healthy endpoints told while ${hangingShare * 100} % of ${endpoints} hang, ${calm.title}`,
    `p95 ${format(p95(with20) / p95(without))} times as late as with none; aim: under 1.50`,
    `${words(with20)} against ${words(without)}`,
  )
}

/** Milliseconds from due to arrived, for all deliveries to healthy endpoints. */
async function lateness(place: Place, hanging: number): Promise<number[]> {
  const ears = await receiver()
  const urls = Array.from({ length: endpoints }, (_, at) =>
    at % endpointsEach < hanging * endpointsEach ? `${ears.base}/hanging/${at}` : `${ears.base}/healthy/${at}`,
  )
  const users = await addEndpoints(place, urls)
  const server = await instance('both', 'nothing', place.env)
  const late = await withStore(place, async (database) => {
    const due = await addDue(database, users, { events: eventsEach, spread })
    const healthy = due.deliveries.filter(({ url }) => url.includes('/healthy/'))
    await untilEnded(database, due, healthy.length)
    const came = new Map(await arrivals(ears.base))
    return healthy.map(({ url, event_id, dueAt }) => (came.get(`${new URL(url).pathname} ${event_id}`) ?? 0) - dueAt)
  })
  // First, because the instance waits for responses.
  await ears.stop()
  await server.stop()
  return late
}

/** Its responses contain what it recorded; see receiver.ts. */
const arrivals = async (base: string): Promise<[string, number][]> =>
  (await (await fetch(base)).json()) as [string, number][]
