import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { publish } from '../../harness/measured.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { refresh, scale } from './refreshed.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale })
  })
  after(() => bench.stop())

  test('a disconnected account, or one that needs a new login, can’t be asked; after reconnecting it works at once', async () => {
    const who = await bench.newcomer('x')
    const { id } = await publish(bench, who)
    assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'x' } })).status, 200)
    const gone = { status: 422, code: 'platform_not_connected', details: ['platform_not_connected'] }
    assert.deepEqual(codesOf(await refresh(who, id)), gone)
    await bench.simulated.connect(who.ask, 'x', who.name)
    await bench.rows.change((db) =>
      db.updateTable('accounts').set({ status: 'needs_reconnect' }).where('profile_id', '=', who.profileId).execute(),
    )
    const needsLogin = { status: 422, code: 'reconnect_required', details: ['reconnect_required'] }
    assert.deepEqual(codesOf(await refresh(who, id)), needsLogin)
    await bench.simulated.connect(who.ask, 'x', who.name)
    assert.equal((await refresh(who, id)).status, 200)
  })
})
