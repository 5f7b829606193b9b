import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'

const make = async (user: User, name: string): Promise<string> =>
  (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

onEachInstance(startInstance, (instance) => {
  test('a deleted profile is in no list, and its ID gets 404 everywhere', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Gone')
    const { status, body } = await user.ask('DELETE', `/profiles/${id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok', data: { id, deleted: true } })
    assert.ok(!(await user.ask('GET', '/profiles')).text.includes(id))
    const replies = [
      await user.ask('POST', `/profiles/${id}`, { body: { name: 'Back' } }),
      await user.ask('POST', `/profiles/${id}/default`),
      await user.ask('DELETE', `/profiles/${id}`),
      await user.ask('GET', `/settings?profile_id=${id}`),
      await user.ask('POST', '/settings', { body: { profile_id: id, faq: 'x' } }),
    ]
    assert.deepEqual(
      replies.map((reply) => [reply.status, reply.body.error?.code]),
      replies.map(() => [404, 'not_found']),
    )
  })

  test('the other profiles keep their names, settings and accounts', async () => {
    const user = await instance.newUser()
    const [kept, gone] = [await make(user, 'Kept'), await make(user, 'Gone')]
    await insertAccount(instance.data, { profile_id: kept, platform: 'bluesky' })
    await user.ask('POST', '/settings', { body: { profile_id: kept, business_name: 'Acme' } })
    const read = async () => [
      (await user.ask('GET', '/profiles')).body.data.profiles.filter(({ id }: { id: string }) => id !== gone),
      (await user.ask('GET', `/settings?profile_id=${kept}`)).body.data,
    ]
    const before = await read()
    await user.ask('DELETE', `/profiles/${gone}`)
    assert.deepEqual(await read(), before)
  })

  test('its accounts are deleted, and those of other profiles are not', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Gone')
    for (const profile_id of [id, user.profileId])
      await insertAccount(instance.data, { profile_id, platform: 'reddit', remote_id: 'same person' })
    await user.ask('DELETE', `/profiles/${id}`)
    const { platforms } = (await user.ask('GET', '/platforms')).body.data
    const reddit = platforms.find(({ name }: { name: string }) => name === 'reddit')
    assert.deepEqual(reddit.connected_profiles, [user.profileId])
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('accounts').select('id').where('profile_id', '=', id).execute(),
    )
    assert.deepEqual(rows, [])
  })

  test('its drafts are deleted with it, and those of other profiles stay', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Gone')
    const [gone, kept] = [await saveDraft(user, { profile_id: id }), await saveDraft(user)]
    await user.ask('DELETE', `/profiles/${id}`)
    assert.equal((await user.ask('GET', `/drafts/${gone.id}`)).status, 404)
    assert.deepEqual(await readDraft(user, kept.id), kept)
  })

  test('a former default profile can be deleted after another one becomes the default', async () => {
    const user = await instance.newUser()
    const next = await make(user, 'Next')
    await user.ask('POST', `/profiles/${next}/default`)
    assert.equal((await user.ask('DELETE', `/profiles/${user.profileId}`)).status, 200)
    const { data } = (await user.ask('GET', '/profiles')).body
    assert.equal(data.default_profile_id, next)
    assert.deepEqual(
      data.profiles.map(({ id }: { id: string }) => id),
      [next],
    )
    assert.equal((await user.ask('GET', '/settings')).body.data.profile_id, next)
  })
})
