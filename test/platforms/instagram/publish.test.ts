import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { eventually } from '../../harness/eventually.ts'
import { upload } from '../../harness/posts.ts'
import { slowed } from '../../harness/slowed.ts'
import { film } from '../../media/fixtures.ts'
import { type Person, type SimulatedInstagram, startSimulatedInstagram } from './simulated.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })

const jpeg = await picture(400, 400).jpeg().toBuffer()
const png = await picture(400, 500).png().toBuffer()
const cover = await picture(360, 640).jpeg().toBuffer()
const video = slowed(film('plain.mp4'), 10)

let bench: SimulatedInstagram
let ada: Person
let page: Person
before(async () => {
  bench = await startSimulatedInstagram()
  ada = await bench.newcomer()
  page = await bench.newcomer('by facebook ')
})
after(() => bench.stop())

const codesOf = (job: { warnings: readonly { code: string }[] }) => job.warnings.map(({ code }) => code)

const media = async (who: Person, ...files: readonly (readonly [Buffer, string])[]) => {
  const all = []
  for (const [bytes, type] of files) all.push({ url: (await upload(who, bytes, type)).publicUrl })
  return all
}
/** The last status of each created container. */
const containers = async (who: Person, count: number) =>
  (await who.calls(/\/media$/))
    .filter(({ method }) => method === 'POST')
    .slice(-count)
    .map(({ body }) => JSON.parse(body ?? ''))

for (const [login, who] of [
  ['Instagram', () => ada],
  ['Facebook', () => page],
] as const)
  describe(`with ${login} Login`, () => {
    test('an image is posted to the feed with its alternative text, and is visible', async () => {
      const [item] = await media(who(), [jpeg, 'image/jpeg'])
      const job = await who().publish({ message: 'An image #one', media: [{ ...item, alt_text: 'A blue square.' }] })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      const [post] = (await who().published()).slice(-1)
      assert.deepEqual([post?.text, post?.media_count, post?.url], ['An image #one', 1, job.platform_post_url])
      assert.equal(post?.id, job.platform_post_id)
      const [made] = await containers(who(), 1)
      assert.deepEqual(made, { image_url: item?.url, caption: 'An image #one', alt_text: 'A blue square.' })
    })

    test('a PNG becomes a JPEG that Instagram can fetch', async () => {
      const job = await who().publish({ media: await media(who(), [png, 'image/png']) })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      assert.deepEqual(codesOf(job), ['media_converted'])
      const [made] = await containers(who(), 1)
      const response = await fetch(made.image_url)
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.deepEqual([response.headers.get('content-type'), format, width, height], ['image/jpeg', 'jpeg', 400, 500])
    })

    test('a single video of the feed is a Reel that is shared to it', async () => {
      const job = await who().publish({ media: await media(who(), [video, 'video/mp4']) })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      assert.match(job.platform_post_url, /\/reel\//)
      const [made] = await containers(who(), 1)
      assert.deepEqual([made.media_type, made.share_to_feed], ['REELS', true])
    })

    test('a Reel can be hidden from the feed, and has its cover', async () => {
      const [item] = await media(who(), [video, 'video/mp4'])
      const [thumbnail] = await media(who(), [cover, 'image/jpeg'])
      const job = await who().publish({
        media: [{ ...item, thumbnail_url: thumbnail?.url }],
        platform_options: { instagram: { post_type: 'reel', shareToFeed: false } },
      })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      const [made] = await containers(who(), 1)
      assert.deepEqual([made.share_to_feed, made.cover_url], [false, thumbnail?.url])
    })

    test('a trial Reel has its graduation strategy, and nothing about the feed', async () => {
      const job = await who().publish({
        media: await media(who(), [video, 'video/mp4']),
        platform_options: { instagram: { post_type: 'reel', trialParams: { graduationStrategy: 'SS_PERFORMANCE' } } },
      })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      const [made] = await containers(who(), 1)
      assert.deepEqual(made.trial_params, { graduation_strategy: 'SS_PERFORMANCE' })
      assert.equal('share_to_feed' in made, false)
    })

    test('a story of a video has no text and no comments, and its URL shows that', async () => {
      const job = await who().publish({
        message: 'Nobody sees this.',
        comments_under_post: ['Nor this.'],
        media: await media(who(), [video, 'video/mp4']),
        platform_options: { instagram: { post_type: 'story' } },
      })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      assert.match(job.platform_post_url, new RegExp(`/stories/${who().username}/\\d+/$`))
      const [made] = await containers(who(), 1)
      assert.deepEqual([made.media_type, made.caption], ['STORIES', undefined])
      const [post] = (await who().published()).slice(-1)
      assert.deepEqual([post?.text, post?.reply_to], ['', null])
    })

    test('a carousel mixes images and videos in their order, and accepts comments', async () => {
      const items = await media(who(), [jpeg, 'image/jpeg'], [video, 'video/mp4'], [png, 'image/png'])
      const job = await who().publish({
        message: 'Three things',
        media: items.map((item, at) => ({ ...item, alt_text: `Item ${at + 1}` })),
        comments_under_post: ['First.', 'Second.'],
      })
      assert.equal(job.status, 'completed', JSON.stringify(job))
      assert.deepEqual(codesOf(job), ['alt_text_unsupported', 'media_converted'])
      const [post, ...comments] = (await who().published()).slice(-3)
      assert.deepEqual([post?.text, post?.media_count], ['Three things', 3])
      assert.deepEqual(
        comments.map(({ text, reply_to }) => [text, reply_to]),
        [
          ['First.', post?.id],
          ['Second.', post?.id],
        ],
      )
      const made = await containers(who(), 4)
      assert.deepEqual(
        made.map(({ media_type, alt_text }) => [media_type, alt_text]),
        [
          [undefined, 'Item 1'],
          ['VIDEO', undefined],
          [undefined, 'Item 3'],
          ['CAROUSEL', undefined],
        ],
      )
      assert.equal(made[3].children.split(',').length, 3)
    })
  })

test('with Facebook Login the bytes of a video are sent, with Instagram Login its URL', async () => {
  await ada.publish({ media: await media(ada, [video, 'video/mp4']) })
  await page.publish({ media: await media(page, [video, 'video/mp4']) })
  const [[fetched], [sent]] = [await containers(ada, 1), await containers(page, 1)]
  assert.match(fetched.video_url, /\/media\//)
  assert.deepEqual([sent.video_url, sent.upload_type], [undefined, 'resumable'])
  const uploads = (await bench.look.requests('instagram')).filter(({ path }) => path.includes('/ig-api-upload/'))
  const last = uploads.at(-1)
  assert.deepEqual([last?.headers.offset, last?.headers.file_size], ['0', String(video.length)])
  assert.match(last?.headers.authorization ?? '', /^OAuth /)
})

test('sponsors are looked up by their names and sent by their IDs', async () => {
  const [acme, other] = [await bench.newcomer(), await bench.newcomer()]
  const job = await page.publish({
    media: await media(page, [jpeg, 'image/jpeg']),
    platform_options: {
      instagram: { isPaidPartnership: true, brandedContentSponsors: [`@${acme.username}`, other.accountId] },
    },
  })
  assert.equal(job.status, 'completed', JSON.stringify(job))
  const [made] = await containers(page, 1)
  assert.deepEqual(made.branded_content_sponsor_ids, [acme.accountId, other.accountId])
  assert.equal(made.is_paid_partnership, true)
})

test('an unknown sponsor, or a personal account, fails the job with its name', async () => {
  const nobody = await bench.newcomer('personal ')
  const job = await page.publish({
    media: await media(page, [jpeg, 'image/jpeg']),
    platform_options: { instagram: { brandedContentSponsors: [nobody.username] } },
  })
  assert.deepEqual([job.status, job.error], ['failed', 'content_rejected'])
  assert.ok(job.failedReason.includes(`@${nobody.username}`), job.failedReason)
})

test('a cover that Instagram does not accept is left out with a warning', async () => {
  const [item] = await media(ada, [video, 'video/mp4'])
  const [thumbnail] = await media(ada, [cover, 'image/jpeg'])
  await bench.look.fault('instagram', { operation: 'upload', kind: 'media_rejected' })
  const job = await ada.publish({
    message: 'Without its cover',
    media: [{ ...item, thumbnail_url: thumbnail?.url }],
    platform_options: { instagram: { post_type: 'reel' } },
  })
  assert.equal(job.status, 'completed', JSON.stringify(job))
  assert.deepEqual(codesOf(job), ['thumbnail_rejected'])
  const [first, second] = await containers(ada, 2)
  assert.deepEqual([typeof first.cover_url, second.cover_url], ['string', undefined])
})

test('a file that is not a video is refused with Instagram’s error number', async () => {
  const [item] = await media(ada, [video, 'video/mp4'])
  await bench.look.fault('instagram', { operation: 'upload', kind: 'processing_failed' })
  const job = await ada.publish({ media: [item] })
  assert.deepEqual([job.status, job.error], ['failed', 'media_rejected'])
  assert.match(job.failedReason, /2207026/)
})

test('a restricted account is reported, and nothing is published', async () => {
  const who = await bench.newcomer('restricted ')
  const job = await who.publish({ media: await media(who, [jpeg, 'image/jpeg']) })
  assert.deepEqual([job.status, job.error, (await who.published()).length], ['failed', 'platform_rejected', 0])
  assert.equal((await who.calls(/\/media_publish$/)).length, 1)
})

test('a post of a restricted account that is live nevertheless is found, and not published again', async () => {
  const who = await bench.newcomer('restricted live ')
  const job = await who.publish({ media: await media(who, [jpeg, 'image/jpeg']) })
  assert.deepEqual([job.status, (await who.published()).length], ['completed', 1])
  assert.equal((await who.calls(/\/media_publish$/)).length, 1)
})

test('containers that only one of the two tokens can read are read with that one', async () => {
  await bench.look.settings('instagram', { containersByPageToken: false })
  const who = await bench.newcomer('by facebook ')
  const job = await who.publish({ media: await media(who, [jpeg, 'image/jpeg']) })
  assert.equal(job.status, 'completed', JSON.stringify(job))
  await bench.look.settings('instagram', { containersByPageToken: true })
})

test('at the daily post limit nothing is created, and the job waits', async () => {
  await bench.look.settings('instagram', { quotaTotal: 0 })
  const who = await bench.newcomer()
  const { body } = await who.ask('POST', '/post', {
    body: { message: 'Later.', platforms: ['instagram'], media: await media(who, [jpeg, 'image/jpeg']) },
  })
  const id = body.jobs[0].jobId
  await eventually('the job waits', async () => {
    const { body: read } = await who.ask('GET', `/jobs/${id}`)
    return read.data.job.status === 'retrying'
  })
  await bench.look.settings('instagram', { quotaTotal: 100 })
  assert.equal((await who.calls(/\/media$/)).length, 0)
})
