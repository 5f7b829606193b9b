import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { becomeOwner, newPerson, type Person } from '../../harness/people.ts'
import { withDatabase } from '../../harness/rows.ts'

interface Entry {
  readonly id: number
  readonly action: string
  readonly by: { readonly id: number } | null
}

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  let ana: Person
  before(async () => {
    instance = await startInstance(kind)
    owner = await becomeOwner(instance)
    ana = await newPerson(instance, owner.ask, 'admin')
    await ana.ask('POST', '/keys', { body: { name: 'hers' } })
    await owner.ask('POST', '/keys', { body: { name: 'his' } })
  })
  after(() => instance.stop())

  const list = async (query: string) => (await owner.ask('GET', `/audit?${query}`)).body.data
  const actionsOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ action }) => action))].toSorted()

  test('only the wanted actions are listed, given once or several times', async () => {
    assert.deepEqual(actionsOf((await list('action=key.created')).entries), ['key.created'])
    const several = ['action=key.created,invite.created', 'action=key.created&action=invite.created']
    for (const query of several)
      assert.deepEqual(actionsOf((await list(query)).entries), ['invite.created', 'key.created'])
  })

  test('only what a person did is listed, not what a key or a link with the same number did', async () => {
    await withDatabase(instance.data, async (db) => {
      const row = { user_id: 1, action: 'key.changed' as const, by_id: ana.id, by_name: 'x', created_at: Date.now() }
      await db
        .insertInto('audit')
        .values([{ ...row, by_type: 'key' }])
        .execute()
    })
    const { entries } = await list(`person=${ana.id}`)
    assert.deepEqual(actionsOf(entries), ['key.created', 'person.added', 'session.started'])
    assert.ok(entries.every(({ by }: Entry) => by?.id === ana.id))
    assert.deepEqual((await list('person=999999')).entries, [])
  })

  test('a filtered list goes on with next_before, without a gap and without other actions', async () => {
    await withDatabase(instance.data, async (db) => {
      const row = { user_id: 1, by_type: 'person' as const, by_id: owner.id, by_name: 'Olga', created_at: Date.now() }
      const actions = ['webhook.created', 'webhook.deleted'] as const
      const rows = Array.from({ length: 60 }, () => actions.map((action) => ({ ...row, action })))
      await db.insertInto('audit').values(rows.flat()).execute()
    })
    const query = `action=webhook.created&person=${owner.id}`
    const first = await list(query)
    const second = await list(`${query}&before=${first.next_before}`)
    assert.deepEqual([first.entries.length, second.entries.length, second.next_before], [50, 10, null])
    const all: Entry[] = [...first.entries, ...second.entries]
    assert.deepEqual(actionsOf(all), ['webhook.created'])
    assert.equal(new Set(all.map(({ id }) => id)).size, 60)
  })
})
