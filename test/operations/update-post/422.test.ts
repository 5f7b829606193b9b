import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import {
  codesOf,
  createPost,
  inDays,
  newPublisher,
  readPost,
  schedulePost,
  startAccepting,
} from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '3,3,3,0' })
  })
  after(() => instance.stop())

  for (const [what, changes, code, detail] of [
    ['a text that is too long', { message: 'm'.repeat(301) }, 'content_rejected', 'text_too_long'],
    ['a platform that is not connected', { platforms: ['x', 'threads'] }, 'platform_not_connected', undefined],
    ['media that is not hosted', { media: [{ storageKey: 'nothing.png' }] }, 'content_rejected', 'media_not_hosted'],
    ['a time that is past', { scheduled_at: inDays(-1) }, 'content_rejected', 'schedule_in_past'],
    ['an address that may not be notified', { webhook_url: 'https://10.1.2.3/' }, 'forbidden_address', undefined],
  ] as const)
    test(`${what} refuses the edit, and the post stays as it was`, async () => {
      const user = await newPublisher(instance)
      const { id } = await schedulePost(user)
      const before = await readPost(user, id)
      const reply = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, ...changes } })
      assert.equal(reply.status, 422, reply.text)
      assert.equal(reply.body.error.code, code)
      assert.equal(reply.body.error.details[0].code, detail ?? code)
      assert.deepEqual(await readPost(user, id), before)
    })

  test('the whole post is checked, even if only a part of it changes', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user, { message: 'm'.repeat(290), platforms: ['bluesky'] })
    const reply = await user.ask('PATCH', `/posts/${id}`, {
      body: { expected_revision: 1, platforms: ['bluesky', 'x'] },
    })
    assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: ['text_too_long'] })
  })

  test('a post whose account was disconnected can’t be edited until it is connected again', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    await withDatabase(instance.data, (db) =>
      db.deleteFrom('accounts').where('profile_id', '=', user.profileId).where('platform', '=', 'x').execute(),
    )
    const body = { expected_revision: 1, message: 'Edited.' }
    const reply = await user.ask('PATCH', `/posts/${id}`, { body })
    assert.equal(reply.body.error.code, 'platform_not_connected')
    const without = await user.ask('PATCH', `/posts/${id}`, { body: { ...body, platforms: ['bluesky'] } })
    assert.equal(without.status, 200, without.text)
  })

  for (const [what, changes, path] of [
    ['a zone without a time', { scheduled_timezone: 'America/New_York' }, 'scheduled_at'],
    ['a zone beside now', { scheduled_at: null, scheduled_timezone: 'America/New_York' }, 'scheduled_at'],
    ['a local time where no zone is saved', { scheduled_at: inDays(2).slice(0, 19) }, 'scheduled_timezone'],
    ['no revision', { expected_revision: undefined, message: 'Edited.' }, 'expected_revision'],
    ['no platforms', { platforms: [] }, 'platforms'],
    ['no message', { message: null }, 'message'],
  ] as const)
    test(`${what} is malformed`, async () => {
      const user = await newPublisher(instance)
      const { id } = await schedulePost(user)
      const reply = await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, ...changes } })
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'])
      assert.equal(reply.body.error.details[0].path, path)
    })

  test('an edit beyond the month’s remaining allowance is refused, and no other edit is', async () => {
    const user = await newPublisher(instance, { platforms: ['x', 'bluesky', 'threads'], plan: 3 })
    const { id } = await schedulePost(user, { scheduled_at: inDays(40) })
    await createPost(user, { platforms: ['x'] })
    await createPost(user, { platforms: ['x'] })
    const edit = (revision: number, changes: object) =>
      user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: revision, ...changes } })
    const moved = await edit(1, { scheduled_at: null })
    assert.deepEqual(codesOf(moved), {
      status: 403,
      code: 'posting_allowance_used_up',
      details: ['posting_allowance_used_up'],
    })
    assert.equal((await edit(1, { platforms: ['x', 'bluesky', 'threads'] })).status, 200)
    assert.equal((await edit(2, { message: 'Takes nothing.' })).status, 200)
    assert.equal((await edit(3, { platforms: ['x'], scheduled_at: null })).status, 200)
  })
})
