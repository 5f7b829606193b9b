import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { personalKeys } from '../../src/store/migrations/0046-personal-keys.ts'
import { onEachDatabase } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

onEachDatabase((kind) => {
  test('a key from before the migration belongs to its maker, unless the maker has left', async (t) => {
    const instance = await startInstance(kind)
    t.after(() => instance.stop())
    const owner = await becomeOwner(instance)
    const leaver = await newPerson(instance, owner.ask, 'admin')
    const makeKey = async (who: Person): Promise<number> =>
      (await who.ask('POST', '/keys', { body: { name: 'old', service: true } })).body.data.id
    const keys = [await makeKey(owner), await makeKey(leaver)]
    assert.equal((await owner.ask('DELETE', `/people/${leaver.id}`)).status, 200)
    const persons = await withDatabase(instance.data, async (kysely) => {
      await sql`alter table api_keys drop column person_id`.execute(kysely)
      await kysely.transaction().execute((tx) => personalKeys(tx, kind))
      return kysely.selectFrom('api_keys').select(['id', 'person_id']).orderBy('id').execute()
    })
    assert.deepEqual(
      persons.map(({ id, person_id }) => [keys.indexOf(id), person_id]),
      [
        [-1, null], // The key that the command line made for the owner.
        [0, owner.id],
        [1, null],
      ],
    )
  })
})
