import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  const add = async ({ ask }: User, name: string, more: object = {}): Promise<number> =>
    (await ask('POST', '/dates', { body: { name, from: '2026-12-04', ...more } })).body.data.id
  async function names({ ask }: User, query: Readonly<Record<string, string>> = {}): Promise<string[]> {
    const { status, body, text } = await ask('GET', `/dates?${new URLSearchParams(query)}`)
    assert.equal(status, 200, text)
    return body.data.dates.map(({ name }: { name: string }) => name)
  }
  const newProfile = async ({ ask }: User, name: string): Promise<string> =>
    (await ask('POST', '/profiles', { body: { name } })).body.data.profile_id

  test('a profile has its own dates and those of all profiles, and nobody else’s', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    await add(other, 'foreign')
    const second = await newProfile(user, 'Second')
    const third = await newProfile(user, 'Third')
    await add(user, 'of all')
    await add(user, 'of the default', { profile_id: user.profileId })
    await add(user, 'of the second', { profile_id: second })
    assert.deepEqual(await names(user), ['of all', 'of the default'])
    assert.deepEqual(await names(user, { profile_id: second }), ['of all', 'of the second'])
    assert.deepEqual(await names(user, { profile_id: third }), ['of all'])
    const all = ['of all', 'of the default', 'of the second']
    for (const profile_id of ['all', `${second},${user.profileId}`])
      assert.deepEqual(await names(user, { profile_id }), all)
  })

  test('a range finds every date that has a day in it, the earliest first', async () => {
    const user = await instance.newUser()
    await add(user, 'long', { from: '2026-11-20', to: '2026-12-20' })
    await add(user, 'first', { from: '2026-12-01' })
    await add(user, 'last', { from: '2026-12-10', to: '2026-12-11' })
    await add(user, 'before', { from: '2026-11-29', to: '2026-11-30' })
    await add(user, 'after', { from: '2026-12-11' })
    assert.deepEqual(await names(user, { from: '2026-12-01', to: '2026-12-10' }), ['long', 'first', 'last'])
    assert.deepEqual(await names(user, { to: '2026-11-29' }), ['long', 'before'])
    assert.deepEqual(await names(user, { from: '2026-12-12' }), ['long'])
    assert.equal((await names(user)).length, 5)
  })

  test('the dates of a deleted profile are gone, also if an older process deleted it', async () => {
    const user = await instance.newUser()
    const [deleted, older] = [await newProfile(user, 'Deleted'), await newProfile(user, 'Deleted by an older one')]
    const ids = [await add(user, 'one', { profile_id: deleted }), await add(user, 'two', { profile_id: older })]
    await user.ask('DELETE', `/profiles/${deleted}`)
    await withDatabase(instance.data, (db) =>
      db.updateTable('profiles').set({ deleted_at: 1 }).where('id', '=', older).execute(),
    )
    assert.deepEqual(await names(user, { profile_id: 'all' }), [])
    for (const id of ids) assert.equal((await user.ask('DELETE', `/dates/${id}`)).status, 404)
    const left = await withDatabase(instance.data, (db) =>
      db.selectFrom('dates').select('profile_id').where('user_id', '=', user.id).execute(),
    )
    assert.deepEqual(left, [{ profile_id: older }])
  })
})
