import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { z } from 'zod'
import { onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { readJob, readPost, upload } from '../../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { largeFilm, noise, picture } from '../../media/fixtures.ts'

const forAll = { privacy_level: 'PUBLIC_TO_EVERYONE' }
const forNobody = { privacy_level: 'SELF_ONLY' }
const inbox = { post_mode: 'MEDIA_UPLOAD' }

const said = z.object({ post_info: z.record(z.string(), z.unknown()), source_info: z.record(z.string(), z.unknown()) })

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  const videoOf = async (who: Newcomer) => (await upload(who, largeFilm(), 'video/mp4')).publicUrl
  const jpegOf = async (who: Newcomer) => (await upload(who, await picture().jpeg().toBuffer(), 'image/jpeg')).publicUrl

  /** Publishes, and returns the first request to TikTok. */
  async function publish(who: Newcomer, options: object, media: readonly object[], message = `Of ${who.name}`) {
    const { id, jobIds } = await who.post({ message, media, platform_options: { tiktok: options } })
    const job = await bench.until('nothing is left to do', jobIds[0] ?? 0, isAtRest)
    return { id, job, begun: await begunWith(message) }
  }

  async function begunWith(message: string) {
    const requests = await bench.simulated.requests('tiktok')
    const begun = requests.find(
      ({ path, body }) => path.endsWith('/init/') && body?.includes(JSON.stringify(message).slice(1, -1)),
    )
    return begun?.body ? said.parse(JSON.parse(begun.body)) : null
  }

  /** A video in the inbox of its creator. */
  async function inInbox(who: Newcomer) {
    const { id, jobIds } = await who.post({
      message: 'To be finished.',
      media: [{ url: await videoOf(who) }],
      platform_options: { tiktok: inbox },
    })
    const [jobId = 0] = jobIds
    await bench.until('it is in the inbox', jobId, ({ status }) => status === 'action_required')
    return { postId: id, jobId }
  }

  test('a post in the inbox waits for its creator, who can report where it is', async () => {
    const who = await bench.newcomer('tiktok')
    const { postId, jobId } = await inInbox(who)
    const { action_required: action } = await readJob(who, jobId)
    assert.equal(action.code, 'finish_in_app')
    assert.ok(Date.parse(action.resolve_by) > Date.now())
    assert.deepEqual(await who.published(), [])

    const url = `https://www.tiktok.com/@${who.username}/video/7436512345678901234`
    const wrong = await who.ask('POST', `/jobs/${jobId}/tiktok-url`, { body: { url: url.replace('@', '@not_') } })
    assert.equal(wrong.status, 422)
    assert.equal((await who.ask('POST', `/jobs/${jobId}/tiktok-url`, { body: { url } })).status, 200)
    const job = await readJob(who, jobId)
    assert.deepEqual([job.status, job.platform_post_id], ['completed', '7436512345678901234'])
    assert.equal((await readPost(who, postId)).status, 'successful')
  })

  test('a post that its creator has finished is completed as soon as TikTok reports it', async () => {
    const who = await bench.newcomer('tiktok')
    const { postId, jobId } = await inInbox(who)
    await bench.simulated.settings('tiktok', { creatorsFinish: true })
    const job = await bench.until('TikTok reports it', jobId, ({ status }) => status === 'completed')
    await bench.simulated.settings('tiktok', { creatorsFinish: false })
    const [post] = await who.published()
    assert.deepEqual([job.platform_post_id, job.platform_post_url], [post?.id, post?.url])
    assert.equal((await readPost(who, postId)).status, 'successful')
    assert.equal((await who.events()).at(-1)?.name, 'post.published')
  })

  test('a post that nobody finishes fails after its time limit', async () => {
    const who = await bench.newcomer('tiktok')
    const { jobId } = await inInbox(who)
    const action = { code: 'finish_in_app', message: 'Finish it in the app.', resolveBy: Date.now() }
    await bench.rows.change((db) =>
      db
        .updateTable('jobs')
        .set({ action: JSON.stringify(action), due_at: Date.now() })
        .where('id', '=', jobId)
        .execute(),
    )
    const job = await bench.until('its time is over', jobId, ({ status }) => status === 'failed')
    assert.equal(job.error, 'action_expired')
  })

  test('photos are sent from the media host in their order, a large one reduced, with one of them as the cover', async () => {
    const who = await bench.newcomer('tiktok')
    const small = await jpegOf(who)
    const large = (await upload(who, await noise(1_200, 1_400).webp().toBuffer(), 'image/webp')).publicUrl
    const title = 'First line'
    const message = `${title}\n${'Of the rest there is more than a title takes, and so it is told below the photos. '.repeat(2)}`
    const { job, begun } = await publish(who, forAll, [{ url: small, thumbnail_url: large }, { url: large }], message)
    assert.equal(job.status, 'completed', `${job.failed_reason}`)
    assert.ok(begun)
    assert.deepEqual([begun.post_info.title, begun.post_info.description], [title, message])
    assert.equal(begun.source_info.photo_cover_index, 1)
    const [first, second] = z.array(z.string()).parse(begun.source_info.photo_images)
    assert.equal(first, small)
    assert.notEqual(second, large)
    const made = sharp(Buffer.from(await (await fetch(second ?? '')).arrayBuffer()))
    const { width, height, format } = await made.metadata()
    assert.deepEqual([width, height, format], [1_080, 1_260, 'jpeg'])
    const [post] = await who.published()
    assert.deepEqual([post?.media_count, post?.url], [2, job.platform_post_url])
  })

  test('TikTok returns no ID for a private post, so its URL is that of the creator', async () => {
    const who = await bench.newcomer('tiktok', 'unaudited')
    const { job } = await publish(who, forNobody, [{ url: await videoOf(who) }])
    assert.equal(job.status, 'completed', `${job.failed_reason}`)
    const [post] = await who.published()
    assert.equal(job.platform_post_url, post?.url.replace(/\/video\/\d+$/, ''))
    assert.match(`${job.platform_post_id}`, /^v_pub_file~/)
  })

  test('what the creator has disabled stays disabled, and the cover time is not sent together with a cover image', async () => {
    const who = await bench.newcomer('tiktok', 'restrained')
    const moment = { ...forAll, video_cover_timestamp_ms: 500 }
    const plain = await publish(who, moment, [{ url: await videoOf(who) }], `Plain ${who.name}`)
    const { disable_comment, disable_duet, disable_stitch, video_cover_timestamp_ms } = plain.begun?.post_info ?? {}
    assert.deepEqual([disable_comment, disable_duet, disable_stitch], [true, true, true])
    assert.equal(video_cover_timestamp_ms, 500)
    const covered = [{ url: await videoOf(who), thumbnail_url: await jpegOf(who) }]
    const { begun } = await publish(who, moment, covered, `Covered ${who.name}`)
    assert.equal(begun?.post_info.video_cover_timestamp_ms, undefined)
  })

  test('an account that may not post to TikTok today waits', async () => {
    const who = await bench.newcomer('tiktok', 'capped')
    const { jobIds } = await who.post({
      message: 'Too many.',
      media: [{ url: await videoOf(who) }],
      platform_options: { tiktok: forAll },
    })
    const job = await bench.until('it waits', jobIds[0] ?? 0, ({ status }) => status === 'retrying')
    assert.ok((job.due_at ?? 0) > Date.now() + 60_000)
  })

  test('disconnecting an account revokes the login at TikTok', async () => {
    const who = await bench.newcomer('tiktok')
    assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'tiktok' } })).status, 200)
    await eventually('TikTok is told', async () =>
      (await bench.simulated.requests('tiktok')).some(
        ({ path, status }) => path.endsWith('/oauth/revoke/') && status === 200,
      ),
    )
  })
})
