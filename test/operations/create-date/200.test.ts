import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  test('a date is listed as it was made: of one day or of several, of a profile or of all', async () => {
    const { ask, profileId } = await instance.newUser()
    const made = []
    for (const body of [
      { name: 'Fair', from: '2026-12-04', to: '2026-12-06' },
      { name: '  Birthday ', from: '2026-12-01', profile_id: profileId },
    ])
      made.push((await ask('POST', '/dates', { body })).body.data)
    const [fair, birthday] = made
    assert.deepEqual([fair.profile_id, fair.from, fair.to], [null, '2026-12-04', '2026-12-06'])
    assert.deepEqual([birthday.name, birthday.from, birthday.to], ['Birthday', '2026-12-01', '2026-12-01'])
    assert.deepEqual([birthday.profile_id, birthday.created_by.type], [profileId, 'key'])
    assert.deepEqual((await ask('GET', '/dates')).body.data.dates, [birthday, fair])
  })
})
