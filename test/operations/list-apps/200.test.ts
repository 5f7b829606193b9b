import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from '../../../src/platforms/index.ts'
import { startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

test('every platform is listed, also those that need no app', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  const { apps } = (await instance.owner('GET', '/apps')).body.data
  assert.deepEqual(
    apps.map(({ platform }: { platform: string }) => platform),
    platforms.map(({ name }) => name),
  )
  const bluesky = apps.find(({ platform }: { platform: string }) => platform === 'bluesky')
  assert.deepEqual([bluesky.logins[0].app, bluesky.logins[0].settings], [null, []])
})

test('the connected accounts of each platform are counted over all users, without simulated ones', async (t) => {
  const instance = await startInstance('sqlite')
  t.after(instance.stop)
  for (const platforms of [['x', 'reddit'], ['x']]) {
    const { profileId } = await instance.newUser()
    for (const platform of platforms)
      await insertAccount(instance.data, { profile_id: profileId, platform, environment: 'live' })
    await insertAccount(instance.data, { profile_id: profileId, platform: 'threads' })
  }
  const { apps } = (await instance.owner('GET', '/apps')).body.data
  const counted = apps.map((app: { platform: string; connected_accounts: number }) => [
    app.platform,
    app.connected_accounts,
  ])
  assert.deepEqual(Object.fromEntries(counted.filter(([, count]: [string, number]) => count > 0)), { x: 2, reddit: 1 })
})
