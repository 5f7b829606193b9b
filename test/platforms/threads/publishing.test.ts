import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { onEachDatabase } from '../../harness/database.ts'
import { upload } from '../../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { picture } from '../../media/fixtures.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  /** The requests that created containers with this text, or carousel items. */
  const made = async (who: Newcomer, since: string) =>
    (await bench.simulated.requests('threads'))
      .filter(({ at, method, path }) => at >= since && method === 'POST' && path.endsWith('/me/threads'))
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body ?? '')))
      .filter(({ text = '' }) => text === '' || text.includes(who.accountId))

  const publish = async (who: Newcomer, body: object) => {
    const since = new Date().toISOString()
    const { jobIds } = await who.post({ message: `Of ${who.accountId}`, ...body })
    const job = await bench.until('nothing is left to do', jobIds[0] ?? 0, isAtRest)
    return { job, forms: await made(who, since) }
  }

  test('a WebP image is sent as the JPEG that Threads requires, from its own URL', async () => {
    const who = await bench.newcomer('threads')
    const { publicUrl } = await upload(who, await picture().webp().toBuffer(), 'image/webp')
    const { job, forms } = await publish(who, { media: [{ url: publicUrl, alt_text: 'Red and blue.' }] })
    assert.equal(job.status, 'completed', `${job.failed_reason}`)
    const [form] = forms
    assert.deepEqual([form?.media_type, form?.alt_text], ['IMAGE', 'Red and blue.'])
    assert.notEqual(form?.image_url, publicUrl)
    const fetched = await fetch(form?.image_url ?? '')
    assert.equal(fetched.headers.get('content-type'), 'image/jpeg')
    assert.equal((await sharp(Buffer.from(await fetched.arrayBuffer())).metadata()).format, 'jpeg')
  })

  test('a JPEG and a PNG are sent from where they were uploaded, as a carousel in their order', async () => {
    const who = await bench.newcomer('threads')
    const files = [
      await upload(who, await picture().jpeg().toBuffer(), 'image/jpeg'),
      await upload(who, await picture().png().toBuffer(), 'image/png'),
    ].map(({ publicUrl }) => publicUrl)
    const { job, forms } = await publish(who, { media: files.map((url) => ({ url })) })
    assert.equal(job.status, 'completed', `${job.failed_reason}`)
    assert.deepEqual(
      forms.slice(0, 2).map(({ image_url, is_carousel_item }) => [image_url, is_carousel_item]),
      files.map((url) => [url, 'true']),
    )
    assert.equal(forms[2]?.children?.split(',').length, 2)
    const [post] = await who.published()
    assert.deepEqual([post?.id, post?.media_count, post?.url], [job.platform_post_id, 2, job.platform_post_url])
  })

  test('permissions that were not granted are shown with the account', async () => {
    const who = await bench.newcomer('threads', 'without permissions')
    const [profile] = (await who.ask('GET', '/profiles')).body.data.profiles
    assert.deepEqual(profile.platform_profiles.threads.missing_permissions, [
      'threads_read_replies',
      'threads_manage_replies',
      'threads_manage_insights',
    ])
    const { job } = await publish(who, {})
    assert.equal(job.status, 'completed', 'publishing needs none of them')
  })
})
