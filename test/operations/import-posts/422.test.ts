import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { connectOnce, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('if one row has findings, no row is stored, and the error names the row', async () => {
    const user = await newPublisher(instance)
    const rows = [textPost, { ...textPost, message: 'x'.repeat(301) }, { message: 'No platform.' }]
    const { status, body } = await user.ask('POST', '/posts/import', { body: { rows, commit: true } })
    assert.deepEqual([status, body.error.code], [422, 'content_rejected'])
    assert.match(body.error.message, /^Nothing was imported\. Row 2: /)
    assert.deepEqual([...new Set(body.error.details.map(({ row }: { row: number }) => row))], [2, 3])
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
  })

  test('the same import goes through with the same idempotency key once its cause is mended', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const send = () =>
      user.ask('POST', '/posts/import', {
        body: { rows: [textPost], commit: true },
        headers: { 'idempotency-key': 'until-it-works' },
      })
    assert.equal((await send()).body.error.code, 'platform_not_connected')
    await connectOnce(instance, user.profileId, ['bluesky'])
    assert.equal((await send()).status, 200)
  })
})
