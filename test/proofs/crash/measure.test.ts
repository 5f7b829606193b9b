import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { pass, readsOf, scheduleOf, untilRead } from '../../harness/measured.ts'
import { openRows, type Rows } from '../../harness/rows.ts'
import { type Platforms, startPlatforms } from './platforms.ts'
import { type Service, startService } from './service.ts'

const scale = 20
const minute = 60_000 / scale

onEachDatabase((kind) => {
  let platforms: Platforms
  let service: Service
  let rows: Rows
  let profileId: string

  before(async () => {
    platforms = await startPlatforms(scale)
    // Minutes pass quickly here, and a post that is not visible yet would be read again only half an hour later.
    await platforms.settings('bluesky', { appViewLagSeconds: 0 })
    service = await startService(kind, platforms, { scale, workers: 1 })
    rows = await openRows(service.data)
    await platforms.connect(service.owner, 'bluesky', 'ana')
    profileId = (await service.owner('GET', '/profiles')).body.data.default_profile_id
  })
  after(async () => {
    await rows.close()
    await service.stop()
    await platforms.stop()
  })

  for (const at of ['measure.claimed', 'measure.answered', 'measure.stored'])
    test(`killed at ${at}, another worker continues, and each read is stored once`, async () => {
      const made = await service.owner('POST', '/post', { body: { message: at, platforms: ['bluesky'] } })
      assert.equal(made.status, 200, made.text)
      const jobId: number = made.body.jobs[0].jobId
      await eventually('it is published', async () => {
        const { body } = await service.owner('GET', `/jobs/${jobId}`)
        return body.data.job.status === 'completed'
      })
      const worker = service.members().find(({ role }) => role !== 'api')
      assert.ok(worker)
      await worker.arm(at)
      await pass({ rows }, profileId, 6 * minute)
      await eventually(`the process passes ${at}, and dies`, worker.hasEnded)
      await service.replace(worker)
      const [read, ...others] = await untilRead({ rows }, jobId, 1)
      assert.ok(read && others.length === 0)
      assert.equal(read.likes, 0)
      await eventually('the account is given back', async () => {
        const { held_until } = await rows.db.selectFrom('measured_accounts').selectAll().executeTakeFirstOrThrow()
        return held_until === 0
      })
      const { due_at, published_at } = await scheduleOf({ rows }, jobId)
      assert.ok(Math.abs((due_at ?? 0) - published_at - 30 * minute) <= 1)
      assert.equal((await readsOf({ rows }, jobId)).length, 1)
    })
})
