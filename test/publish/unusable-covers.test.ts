import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { sampleVideo } from '../../src/app/open-sandbox.ts'
import { onEachDatabase } from '../harness/database.ts'
import { filesOf } from '../harness/media.ts'
import { inDays, upload } from '../harness/posts.ts'
import { isAtRest, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const cover = await sharp({ create: { width: 720, height: 1_280, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  for (const platform of ['facebook', 'instagram', 'linkedin', 'pinterest'] as const)
    test(`a video whose cover no longer exists is published without it on ${platform}, with a warning`, async () => {
      const who = await bench.newcomer(platform)
      const video = await upload(who, await readFile(sampleVideo), 'video/mp4')
      const kept = await filesOf(bench.instance.data)
      const thumbnail = await upload(who, cover, 'image/png')
      const media = [{ url: video.publicUrl, thumbnail_url: thumbnail.publicUrl }]
      const { jobIds } = await who.post({ message: 'With a cover.', media, scheduled_at: inDays(30) })
      const [jobId = 0] = jobIds
      for (const file of await filesOf(bench.instance.data)) if (!kept.includes(file)) await rm(file)
      const now = Date.now()
      await bench.rows.change((db) =>
        db.updateTable('jobs').set({ due_at: now, scheduled_for: now }).where('id', '=', jobId).execute(),
      )
      const job = await bench.until('it is at rest', jobId, isAtRest)
      assert.equal(job.status, 'completed', job.failed_reason ?? '')
      assert.equal((await who.published()).length, 1)
      const { body } = await who.ask('GET', `/jobs/${jobId}`)
      assert.deepEqual(
        body.data.warnings.map(({ code }: { code: string }) => code),
        ['thumbnail_rejected'],
      )
    })
})
