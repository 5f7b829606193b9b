import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { limitConcurrency } from '../../src/system/limit-concurrency.ts'
import { onEachDatabase } from '../harness/database.ts'
import { upload } from '../harness/posts.ts'
import {
  isAtRest,
  type Newcomer,
  type PlatformName,
  type PublishingInstance,
  startPublishing,
} from '../harness/publishing.ts'
import { png } from '../harness/small-media.ts'
import { film, largeFilm, longFilm } from '../media/fixtures.ts'
import { tested, testedNames } from '../platforms/index.ts'
import { published } from '../platforms/shared/seen.ts'
import type { Scenario } from '../platforms/shared/tested.ts'
import { type Body, look } from '../publish/seen.ts'

/** The scenarios of a platform that has a sample of faults on PostgreSQL run on SQLite alone. */
const isTold = (platform: PlatformName, database: DatabaseKind): boolean =>
  database === 'sqlite' || tested[platform].faults.onPostgres === undefined

async function bodyFor({ name, text = '', comments = [], media, options }: Scenario, who: Newcomer): Promise<Body> {
  // A fault in a text affects everybody who sends that text, and X accepts 280 characters of it.
  const message = `${name.slice(0, 150)} ${text}`.trim()
  const films = { video: () => film('plain.mp4'), 'long video': longFilm, 'large video': largeFilm }
  const isFilm = media === 'video' || media === 'long video' || media === 'large video'
  const file = isFilm ? await upload(who, films[media](), 'video/mp4') : null
  const image = media && !file ? await upload(who, png, 'image/png') : null
  const url = (file ?? image)?.publicUrl
  return {
    message,
    ...(url && { media: [{ url, ...(media === 'described image' && { alt_text: 'One pixel.' }) }] }),
    ...(comments.length > 0 && { comments_under_post: comments }),
    ...(options && { platform_options: { [who.platform]: options } }),
  }
}

onEachDatabase((kind) => {
  let bench: PublishingInstance
  const freely = limitConcurrency(6)
  const connecting = limitConcurrency(4)
  const oneByOne = new Map(testedNames.map((name) => [name, limitConcurrency(1)]))

  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  // Those that set faults by the control API come after those with faults in their texts.
  for (const atDoor of [false, true])
    describe(atDoor ? 'at the second call and later' : 'several in a row', { concurrency: true }, () => {
      for (const platform of testedNames.filter((name) => isTold(name, kind)))
        for (const scenario of tested[platform].scenarios.filter(({ fault }) => (fault !== undefined) === atDoor))
          test(`${platform}: ${scenario.name}`, () =>
            ((atDoor && oneByOne.get(platform)) || freely)(() => run(scenario, platform)))
    })

  async function run(scenario: Scenario, platform: PlatformName): Promise<void> {
    const who = await connecting(() => bench.newcomer(platform, scenario.account))
    const body = await bodyFor(scenario, who)
    if (scenario.fault) await bench.simulated.fault(platform, scenario.fault)
    const { id, jobIds } = await who.post(body)
    const job = await bench.until('nothing is left to do', jobIds[0] ?? 0, isAtRest)
    if (scenario.fault) await bench.simulated.clear(platform)
    const comments = scenario.comments?.map(() => 1) ?? []
    assert.deepEqual(await look(who, id, job, body), { ...published, comments, ...scenario.seen })
  }
})
