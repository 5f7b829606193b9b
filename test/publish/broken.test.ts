import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bluesky } from '../../src/platforms/bluesky/index.ts'
import type { Live } from '../../src/platforms/shared/live.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startInstance } from '../harness/instance.ts'
import { startSimulated } from '../harness/simulated.ts'

onEachDatabase((kind) => {
  /** How a post ends with a bug in the Bluesky adapter; nothing of it may be visible. */
  async function endingWith(mistake: Partial<Live>, scale = 1) {
    const simulated = await startSimulated()
    const { BLUESKY_ENTRYWAY_URL, BLUESKY_PLC_URL, POLYPOST_ALLOW_PRIVATE_ADDRESSES } = simulated.env
    const env = Object.fromEntries(
      Object.entries({ BLUESKY_ENTRYWAY_URL, BLUESKY_PLC_URL, POLYPOST_ALLOW_PRIVATE_ADDRESSES }).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value]]),
      ),
    )
    const instance = await startInstance(kind, {
      env: { ...env, POLYPOST_TIME_SCALE: String(scale) },
      platforms: [{ ...bluesky, live: { ...bluesky.live, ...mistake } }],
    })
    try {
      await simulated.connect(instance.owner, 'bluesky', 'ana')
      const made = await instance.owner('POST', '/post', { body: { message: 'Hello', platforms: ['bluesky'] } })
      const read = async () => (await instance.owner('GET', `/jobs/${made.body.jobs[0].jobId}`)).body.data.job
      await eventually('it has failed', async () => (await read()).status === 'failed')
      assert.deepEqual(await simulated.posts('bluesky'), [])
      return await read()
    } finally {
      await instance.stop()
      await simulated.stop()
    }
  }

  test('a job that meets an internal error fails with that reason, and is not retried forever', async () => {
    const job = await endingWith({
      plan: () => {
        throw new TypeError('A mistake in the plan.')
      },
    })
    assert.equal(job.error, 'internal_error')
    assert.match(job.failedReason, /internal error/)
  })

  test('a commit that keeps waiting fails after its time limit: no post is stuck', async () => {
    const { actions } = bluesky.live
    const post = { ...actions.post, perform: async () => ({ type: 'wait', pause: 60_000 }) as const }
    const job = await endingWith({ actions: { ...actions, post } }, 2_000)
    assert.equal(job.error, 'platform_unavailable')
    assert.match(job.failedReason, /still not ready after 60 minutes/)
  })
})
