import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { createPost, newPublisher, readPost, schedulePost, startAccepting, upload } from '../../harness/posts.ts'
import { film, picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()
const gif = await picture().gif().toBuffer()

onEachInstance(startAccepting, (instance) => {
  const payloadOf = async (user: Awaited<ReturnType<typeof newPublisher>>, jobId: number | undefined) =>
    (await user.ask('GET', `/jobs/${jobId}`)).body.job.payload

  test('an upload can be named by its publicUrl or its storageKey, and is returned as its publicUrl', async () => {
    const user = await newPublisher(instance)
    const first = await upload(user, png, 'image/png')
    const second = await upload(user, png, 'image/png')
    const media = [{ url: first.publicUrl, alt_text: 'Red and blue.' }, { storageKey: second.storageKey }]
    const { id, jobIds } = await schedulePost(user, { media })
    const expected = [
      { url: first.publicUrl, thumbnail_url: null, alt_text: 'Red and blue.' },
      { url: second.publicUrl, thumbnail_url: null, alt_text: null },
    ]
    const shown = (await readPost(user, id)).media
    assert.deepEqual(
      shown,
      expected.map((item, at) => ({ ...item, small_url: shown[at].small_url })),
    )
    for (const jobId of jobIds) assert.deepEqual((await payloadOf(user, jobId)).media, expected)
  })

  test('the same upload may be named twice, and in several posts', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const media = [{ url: publicUrl }, { url: publicUrl }]
    for (const _ of [1, 2])
      assert.equal((await readPost(user, (await schedulePost(user, { media })).id)).media.length, 2)
  })

  test('media can be sent again as it was returned', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const { id } = await schedulePost(user, { media: [{ url: publicUrl, alt_text: 'Red.' }] })
    const { media } = await readPost(user, id)
    const again = await schedulePost(user, { media })
    assert.deepEqual((await readPost(user, again.id)).media, media)
  })

  test('a cover that is not on the media host, or does not exist, is left out with a warning, on the job too', async () => {
    const user = await newPublisher(instance, { platforms: ['facebook'] })
    const video = await upload(user, film('plain.mp4'), 'video/mp4')
    const cases = ['https://elsewhere.example.com/cover.png', video.publicUrl]
    for (const thumbnail_url of cases) {
      const media = [{ url: video.publicUrl, thumbnail_url }]
      const { id, jobIds, warnings } = await createPost(user, {
        message: thumbnail_url,
        platforms: ['facebook'],
        media,
      })
      const [warning, ...more] = warnings
      assert.deepEqual([warning?.platform, warning?.code, more], ['facebook', 'thumbnail_skipped', []])
      assert.equal((await payloadOf(user, jobIds[0])).media[0].thumbnail_url, null)
      assert.equal((await readPost(user, id)).media[0].thumbnail_url, thumbnail_url)
      const read = (await user.ask('GET', `/jobs/${jobIds[0]}`)).body.data.warnings
      assert.deepEqual(
        read.map((one: { scope: string; code: string }) => [one.scope, one.code]),
        [['job', 'thumbnail_skipped']],
      )
      const fields = [
        'scope',
        'platform',
        'code',
        'severity',
        'message',
        'details',
        'retry_at',
        'expires_at',
        'updated_at',
      ]
      assert.deepEqual(Object.keys(read[0]), fields)
    }
  })

  test('a cover in the options replaces that of the media item, for that platform only', async () => {
    const user = await newPublisher(instance, { platforms: ['facebook'] })
    const video = await upload(user, film('plain.mp4'), 'video/mp4')
    const [common, own] = [await upload(user, png, 'image/png'), await upload(user, png, 'image/png')]
    const media = [{ url: video.publicUrl, thumbnail_url: common.publicUrl }]
    for (const [options, cover] of [
      [{}, common],
      [{ linkedin: { thumbnail_url: own.publicUrl } }, common],
      [{ facebook: { thumbnail_url: own.publicUrl } }, own],
    ] as const) {
      const { jobIds } = await createPost(user, { platforms: ['facebook'], media, platform_options: options })
      assert.equal((await payloadOf(user, jobIds[0])).media[0].thumbnail_url, cover.publicUrl)
    }
  })

  test('comments and alternative text are left out with a warning if the platform has none', async () => {
    const user = await newPublisher(instance, { platforms: ['pinterest', 'x'] })
    const image = await upload(user, png, 'image/png')
    const { jobIds, warnings } = await createPost(user, {
      platforms: ['pinterest', 'x'],
      media: [{ url: image.publicUrl }],
      comments_under_post: ['One more thing.'],
      platform_options: { pinterest: { boardId: '123456' } },
    })
    assert.deepEqual(
      warnings.map(({ platform, code }) => [platform, code]),
      [['pinterest', 'comments_unsupported']],
    )
    const comments = await Promise.all(jobIds.map(async (id) => (await payloadOf(user, id)).comments_under_post))
    assert.deepEqual(comments, [[], ['One more thing.']])
  })

  test('a GIF is named like any other upload', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { publicUrl } = await upload(user, gif, 'image/gif')
    await schedulePost(user, { platforms: ['x'], media: [{ url: publicUrl }] })
  })
})
