import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { codesOf, inDays, upload } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'
import { film } from '../../media/fixtures.ts'

onEachOwnInstance(startSandboxed, (instance) => {
  let count = 0
  /** A user with a simulated X account, stored as standard; X itself may report Premium. */
  async function publisher({ premium }: { premium: boolean }): Promise<User> {
    const user = await instance.newUser()
    const id = `${premium ? 'premium' : 'usual'}00${++count}`
    await withDatabase(instance.data, async (db) => {
      const profile = { user_id: user.id, name: id, folded_name: id, created_at: 1, updated_at: 1, deleted_at: null }
      await db
        .insertInto('profiles')
        .values({ id, ...profile })
        .execute()
    })
    const connected = await user.ask('POST', '/connect', {
      body: { platform: 'x', profile_id: id, environment: 'sandbox', ...(premium && { account: 'premium' }) },
    })
    assert.equal(connected.body.data.status, 'connected', connected.text)
    await remember(id, 0)
    return { ...user, profileId: id }
  }

  const remember = (profileId: string, eligible: 0 | 1) =>
    withDatabase(instance.data, (db) =>
      db.updateTable('accounts').set({ eligible }).where('profile_id', '=', profileId).execute(),
    )

  const remembered = async (profileId: string) => {
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('accounts').select('eligible').where('profile_id', '=', profileId).execute(),
    )
    return rows[0]?.eligible
  }

  /** Posts a video with this duration; only its stored facts are that long. */
  async function postVideo(user: User, minutes: number) {
    const { storageKey } = await upload(user, film('plain.mp4'), 'video/mp4')
    await user.ask('POST', '/post/validate', {
      body: { message: 'Read it.', platforms: ['x'], profile_id: user.profileId, media: [{ storageKey }] },
    })
    await withDatabase(instance.data, async (db) => {
      const { facts } = await db
        .selectFrom('media')
        .select('facts')
        .where('key', '=', storageKey)
        .executeTakeFirstOrThrow()
      const longer = JSON.stringify({ ...JSON.parse(facts ?? '{}'), seconds: minutes * 60 })
      await db.updateTable('media').set({ facts: longer }).where('key', '=', storageKey).execute()
    })
    return user.ask('POST', '/post', {
      body: {
        message: 'Long.',
        platforms: ['x'],
        profile_id: user.profileId,
        media: [{ storageKey }],
        scheduled_at: inDays(30),
      },
    })
  }

  test('a video above the standard limits is accepted if X, asked at that moment, reports the account as Premium', async () => {
    const user = await publisher({ premium: true })
    const { status, text } = await postVideo(user, 60)
    assert.equal(status, 200, text)
    assert.equal(await remembered(user.profileId), 1)
  })

  test('it is refused if X reports that the account is not Premium, whatever X reported before', async () => {
    const user = await publisher({ premium: false })
    await remember(user.profileId, 1)
    const reply = await postVideo(user, 60)
    const { status, code } = codesOf(reply)
    assert.deepEqual([status, code], [422, 'content_rejected'])
    assert.equal(reply.body.error.details[0].limit, 20 * 60)
    assert.equal(await remembered(user.profileId), 0)
  })

  test('a video beyond the Premium limits is always refused', async () => {
    const user = await publisher({ premium: true })
    assert.equal((await postVideo(user, 126)).status, 422)
  })

  test('if X is unreachable, its earlier answer counts, and without one the caller is told to try again', async () => {
    const user = await publisher({ premium: true })
    const fault = { operation: 'account', kind: 'server_error', times: 100, after: 0 }
    await instance.control('POST', '/x/faults', fault)
    const reply = await postVideo(user, 60)
    assert.deepEqual(codesOf(reply), { status: 502, code: 'platform_error', details: ['platform_error'] })
    await remember(user.profileId, 1)
    const taken = await postVideo(user, 60)
    await instance.control('DELETE', '/x/faults')
    assert.equal(taken.status, 200, taken.text)
  })

  test('if X refuses the login, the account needs a new login', async () => {
    const user = await publisher({ premium: true })
    await instance.control('POST', '/x/faults', { operation: '*', kind: 'token_revoked', times: 100, after: 0 })
    const reply = await postVideo(user, 60)
    await instance.control('DELETE', '/x/faults')
    assert.deepEqual(codesOf(reply), { status: 422, code: 'reconnect_required', details: ['reconnect_required'] })
  })
})
