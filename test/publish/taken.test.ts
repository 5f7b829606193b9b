import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { upload } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { largeFilm } from '../media/fixtures.ts'
import { optionsFor } from '../platforms/needs.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    // TikTok takes its usual time, so that a test can act during its processing.
    bench = await startPublishing(kind, { platformScale: 4 })
  })
  after(() => bench.stop())

  const callsOf = async (end: string) =>
    (await bench.simulated.requests('tiktok')).filter(({ path }) => path.endsWith(end)).length

  /** A video whose last chunk TikTok has accepted, and which it processes. */
  async function taken(who: Newcomer): Promise<number> {
    await bench.simulated.fault('tiktok', { operation: 'create', kind: 'slow_processing' })
    const { publicUrl: url } = await upload(who, largeFilm(), 'video/mp4')
    const asked = await callsOf('/status/fetch/')
    const { jobIds } = await who.post({
      message: `Taken of ${who.name}`,
      media: [{ url }],
      platform_options: optionsFor(['tiktok']),
    })
    await eventually('it is asked what became of it', async () => (await callsOf('/status/fetch/')) > asked)
    return jobIds[0] ?? 0
  }

  test('a post that the platform has accepted is in doubt when its account is disconnected, and is not published twice if a person reports it as lost', async () => {
    const who = await bench.newcomer('tiktok')
    const jobId = await taken(who)
    assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'tiktok' } })).status, 200)
    const job = await bench.until('it is at rest', jobId, isAtRest)
    assert.equal(job.status, 'action_required')
    assert.match(job.action ?? '', /outcome_unknown/)

    await bench.simulated.connect(who.ask, 'tiktok', who.name)
    const begun = await callsOf('/video/init/')
    const { status } = await who.ask('POST', `/jobs/${jobId}/resolve`, { body: { published: false } })
    assert.equal(status, 200)
    assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
    assert.equal(await callsOf('/video/init/'), begun)
    assert.equal((await who.published()).length, 1)
  })

  test('a post that the platform has accepted waits for a new login of its account, and is then completed without being sent again', async () => {
    const who = await bench.newcomer('tiktok')
    const jobId = await taken(who)
    const mark = (status: string) =>
      bench.rows.change((db) =>
        db.updateTable('accounts').set({ status }).where('remote_id', '=', who.accountId).execute(),
      )
    await mark('needs_reconnect')
    await eventually('it is in doubt', async () => {
      const steps = await bench.rows.db.selectFrom('steps').select('doubt_since').where('job_id', '=', jobId).execute()
      return steps.some(({ doubt_since }) => doubt_since !== null)
    })
    const begun = await callsOf('/video/init/')
    await mark('connected')
    assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
    assert.equal(await callsOf('/video/init/'), begun)
    assert.equal((await who.published()).length, 1)
  })
})
