import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bluesky } from '../../src/platforms/bluesky/index.ts'
import type { Platform } from '../../src/platforms/platform.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startInstance } from '../harness/instance.ts'
import { startSimulated } from '../harness/simulated.ts'

onEachDatabase((kind) => {
  test('a job that meets a fault of our own fails and says so, and is not tried for ever', async () => {
    const broken: Platform = {
      ...bluesky,
      live: {
        ...bluesky.live,
        plan: () => {
          throw new TypeError('A mistake in the plan.')
        },
      },
    }
    const simulated = await startSimulated()
    const { BLUESKY_ENTRYWAY_URL, BLUESKY_PLC_URL, POLYPOST_ALLOW_PRIVATE_ADDRESSES } = simulated.env
    const env = Object.fromEntries(
      Object.entries({ BLUESKY_ENTRYWAY_URL, BLUESKY_PLC_URL, POLYPOST_ALLOW_PRIVATE_ADDRESSES }).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value]]),
      ),
    )
    const instance = await startInstance(kind, { env, platforms: [broken] })
    try {
      await simulated.connect(instance.owner, 'bluesky', 'ana')
      const made = await instance.owner('POST', '/post', { body: { message: 'Hello', platforms: ['bluesky'] } })
      const read = async () => (await instance.owner('GET', `/jobs/${made.body.jobs[0].jobId}`)).body.data.job
      await eventually('it has failed', async () => (await read()).status === 'failed')
      const { error, failedReason } = await read()
      assert.equal(error, 'internal_error')
      assert.match(failedReason, /a fault of its own/)
      assert.deepEqual(await simulated.posts('bluesky'), [])
    } finally {
      await instance.stop()
      await simulated.stop()
    }
  })
})
