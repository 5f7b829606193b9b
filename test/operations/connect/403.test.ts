import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plans } from '../../../src/domain/plans.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

const connect = (user: User, profile_id: string, platform = 'x') =>
  user.ask('POST', '/connect', { body: { platform, profile_id, environment: 'sandbox' } })

const newProfile = async (user: User, name: string): Promise<string> =>
  (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

onEachOwnInstance(startSandboxed, (instance) => {
  for (const plan of [1, 2] as const)
    test(`plan ${plan} connects as many accounts of a platform as it includes, and not one more`, async () => {
      const user = await instance.newUser(plan)
      const limit = plans[plan].accountsPerPlatform
      const profiles = [user.profileId]
      while (profiles.length <= limit) profiles.push(await newProfile(user, `Profile ${profiles.length}`))
      for (const id of profiles.slice(0, limit)) assert.equal((await connect(user, id)).status, 200)
      const last = profiles.at(-1) ?? ''
      const { status, body } = await connect(user, last)
      assert.equal(status, 403)
      assert.equal(body.error.code, 'account_limit_reached')
      const [detail] = body.error.details
      assert.deepEqual([detail.platform, detail.limit, detail.actual], ['x', limit, limit + 1])

      // Other platforms count separately, connected accounts can connect again, and a disconnect makes room.
      assert.equal((await connect(user, last, 'bluesky')).status, 200)
      assert.equal((await connect(user, user.profileId)).status, 200)
      await user.ask('POST', '/disconnect', { body: { platform: 'x' } })
      assert.equal((await connect(user, last)).status, 200)
    })

  test('after a downgrade, connected accounts stay and can be connected again', async () => {
    const user = await instance.newUser(2)
    const other = await newProfile(user, 'Other')
    for (const id of [user.profileId, other]) await connect(user, id)
    await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 1 } })
    assert.equal((await connect(user, other)).status, 200)
    assert.equal((await connect(user, await newProfile(user, 'Third'))).status, 403)
  })

  test('when ten profiles connect at once, only as many succeed as the plan allows', async () => {
    const user = await instance.newUser(2)
    const profiles = [user.profileId]
    while (profiles.length < 10) profiles.push(await newProfile(user, `Profile ${profiles.length}`))
    const all = await Promise.all(profiles.map((id) => connect(user, id)))
    assert.equal(all.filter(({ status }) => status === 200).length, plans[2].accountsPerPlatform)
  })
})
