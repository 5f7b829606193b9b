import { startTestServer } from '../scripts/test-postgres.ts'
import { browseFigures } from './browsing/figures.ts'
import { deliverFigures, hangingFigures } from './delivering/figures.ts'
import { pruneFigures } from './pruning/figures.ts'
import { acceptFigures, firstByteFigure, latenessFigures, publishFigure, queueFigures } from './publishing/figures.ts'
import { makePlace, type Place } from './publishing/place.ts'
import { report } from './report.ts'
import { requestFigures } from './requests.ts'
import { calendarFigures } from './screens/calendar.ts'
import { typeFigures } from './screens/typing.ts'

// Makes sure that all child processes are stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const postgres = await startTestServer()
const made: Place[] = []

/** A new place for each figure, so that they do not influence each other. */
async function places(): Promise<readonly [Place, Place]> {
  const both = [await makePlace('sqlite', postgres.url), await makePlace('postgres', postgres.url)] as const
  made.push(...both)
  return both
}

try {
  report('what', 'ratio, median of the rounds (least to most)', 'figures of this run')
  report('---', '---', '---')
  await requestFigures(await places())
  for (const place of await places()) await acceptFigures(place)
  for (const place of await places()) await publishFigure(place)
  for (const place of await places()) await firstByteFigure(place)
  for (const place of await places()) await deliverFigures(place)
  const hung = await places()
  for (const [at, place] of (await places()).entries()) await hangingFigures(place, hung[at] ?? place)
  const large = await places()
  for (const [at, place] of (await places()).entries()) await browseFigures(place, large[at] ?? place)
  for (const place of await places()) await pruneFigures(place)
  const crowded = await places()
  const rates: { kind: Place['kind']; title: string; rate: number }[] = []
  for (const [at, place] of (await places()).entries()) {
    const other = crowded[at]
    if (other) rates.push({ kind: place.kind, title: place.title, rate: await latenessFigures(place, other) })
  }
  await typeFigures()
  await calendarFigures()
  const [, queues] = await places()
  await queueFigures(queues.at, rates)
} finally {
  for (const place of made) await place.remove()
  await postgres.stop()
}
