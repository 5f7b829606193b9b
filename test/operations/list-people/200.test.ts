import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { becomeOwner, newPerson } from '../../harness/people.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('a second factor counts once it is confirmed', async () => {
    const owner = await becomeOwner(instance)
    const ana = await newPerson(instance, owner.ask, 'editor')
    const ben = await newPerson(instance, owner.ask, 'editor')
    await withDatabase(instance.data, async (db) => {
      const began = { totp_secret: 'sealed' }
      await db.updateTable('people').set(began).where('id', '=', ana.id).execute()
      const done = { ...began, totp_confirmed_at: Date.now() }
      await db.updateTable('people').set(done).where('id', '=', ben.id).execute()
    })
    const { people } = (await owner.ask('GET', '/people')).body.data
    assert.deepEqual(
      people.map(({ id, has_second_factor }: { id: number; has_second_factor: boolean }) => [id, has_second_factor]),
      [
        [owner.id, false],
        [ana.id, false],
        [ben.id, true],
      ],
    )
  })
})
