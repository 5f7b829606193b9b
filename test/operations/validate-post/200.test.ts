import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { announce } from '../../harness/media.ts'
import { inDays, newPublisher, startAccepting, textPost, upload } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()

onEachInstance(startAccepting, (instance) => {
  test('a valid post has no findings, and nothing of it is stored', async () => {
    const user = await newPublisher(instance)
    const scheduled_at = inDays(1)
    const { body } = await user.ask('POST', '/post/validate', { body: { ...textPost, scheduled_at } })
    assert.deepEqual(body.data, {
      ok: true,
      scheduled_at,
      findings: [],
      warnings: [],
      preview: [
        { platform: 'x', post_type: 'post', text: 'We are live.', length: 12, limit: 280, unit: 'weighted' },
        { platform: 'bluesky', post_type: 'post', text: 'We are live.', length: 12, limit: 300, unit: 'graphemes' },
      ],
    })
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
    const stored = await withDatabase(instance.data, (db) =>
      db.selectFrom('jobs').select('id').where('user_id', '=', user.id).execute(),
    )
    assert.deepEqual(stored, [])
  })

  test('the preview shows what each platform would show: its own text, counted by its rules', async () => {
    const user = await newPublisher(instance)
    const body = {
      message: 'See https://example.com/a/very/long/address/that/goes/on',
      platforms: ['twitter', 'bluesky'],
      platform_options: { bluesky: { message: '👩‍👩‍👧‍👦' } },
    }
    const { preview } = (await user.ask('POST', '/post/validate', { body })).body.data
    const short = preview.map(({ platform, text, length }: { platform: string; text: string; length: number }) => [
      platform,
      text,
      length,
    ])
    assert.deepEqual(short, [
      ['twitter', body.message, 27],
      ['bluesky', '👩‍👩‍👧‍👦', 1],
    ])
  })

  test('the findings are the errors that creating the post would return, in the same words', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const waiting = await announce(user.ask, 'image/png', png.length)
    const bodies = [
      { message: 'm'.repeat(301) },
      { message: 'm'.repeat(301), platforms: ['bluesky'] },
      { platforms: ['x'], media: [{ storageKey: waiting.storageKey }, { url: 'https://elsewhere.example.com/a.png' }] },
      { platforms: ['x'], scheduled_at: inDays(-1), webhook_url: 'https://10.1.2.3/' },
      { platforms: ['instagram', 'tiktok', 'reddit', 'pinterest'] },
    ]
    for (const body of bodies) {
      const checked = await user.ask('POST', '/post/validate', { body: { ...textPost, ...body } })
      assert.equal(checked.status, 200, checked.text)
      assert.equal(checked.body.data.ok, false)
      const refused = await user.ask('POST', '/post', { body: { ...textPost, ...body } })
      assert.equal(refused.status, 422)
      const sorted = (findings: object[]) => findings.map((finding) => JSON.stringify(finding)).sort()
      assert.deepEqual(sorted(checked.body.data.findings), sorted(refused.body.error.details))
    }
  })

  test('a read-only key may validate a post', async () => {
    const reader = await instance.newUser(4, ['read'])
    const { status, body } = await reader.ask('POST', '/post/validate', { body: textPost })
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.findings.map(({ code }: { code: string }) => code),
      ['platform_not_connected', 'platform_not_connected'],
    )
  })

  test('the warnings are those that the post would get', async () => {
    const user = await newPublisher(instance, { platforms: ['pinterest'] })
    const { publicUrl } = await upload(user, png, 'image/png')
    const body = {
      message: 'm'.repeat(900),
      platforms: ['pinterest'],
      media: [{ url: publicUrl }],
      comments_under_post: ['One more thing.'],
      platform_options: { pinterest: { boardId: '123456' } },
    }
    const checked = (await user.ask('POST', '/post/validate', { body })).body.data
    assert.deepEqual(checked.warnings.map(({ code }: { code: string }) => code).sort(), [
      'comments_unsupported',
      'text_shortened',
    ])
    assert.deepEqual((await user.ask('POST', '/post', { body })).body.warnings, checked.warnings)
    assert.equal(checked.preview[0].text.length, 800)
  })
})
