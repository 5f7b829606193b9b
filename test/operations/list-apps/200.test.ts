import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from '../../../src/platforms/index.ts'
import { startInstance } from '../../harness/instance.ts'

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
