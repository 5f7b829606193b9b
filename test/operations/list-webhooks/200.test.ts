import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { createWebhook, disabled, hookUrl, setWebhook } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('the caller’s webhooks are listed, the oldest first, without deleted ones', async () => {
    const user = await instance.newUser()
    await createWebhook(await instance.newUser())
    const ids = [await createWebhook(user), await createWebhook(user), await createWebhook(user)]
    await user.ask('DELETE', `/webhooks/${ids[1]}`)
    const { status, body } = await user.ask('GET', '/webhooks')
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.webhooks.map(({ id }: { id: number }) => id),
      [ids[0], ids[2]],
    )
  })

  test('each shows its URL, its events, since when it fails, and since when and why it is disabled', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user, { events: ['post.failed'] })
    const read = async () => {
      const [{ created_at, ...webhook }] = (await user.ask('GET', '/webhooks')).body.data.webhooks
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000)
      return webhook
    }
    const enabled = {
      id,
      url: hookUrl,
      events: ['post.failed'],
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
    }
    assert.deepEqual(await read(), enabled)
    const changes = disabled('failing')
    await setWebhook(instance.data, id, changes)
    const failing_since = new Date(changes.failing_since).toISOString()
    const disabled_at = new Date(changes.disabled_at).toISOString()
    assert.deepEqual(await read(), { ...enabled, failing_since, disabled_at, disabled_reason: 'failing' })
  })
})
