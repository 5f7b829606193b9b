import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, type Person, signIn } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

const usual = { pinned: [], single_keys: true, zone: null, language: null, theme: null }

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startInstance(kind)
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  const read = async ({ ask }: Pick<Person, 'ask'>) => (await ask('GET', '/me')).body.data.preferences
  const set = ({ ask }: Pick<Person, 'ask'>, preferences: object) => ask('PATCH', '/me', { body: { preferences } })
  const store = (person: Person, values: object) =>
    withDatabase(instance.data, (db) => db.updateTable('people').set(values).where('id', '=', person.id).execute())

  test('preferences are the person’s in every browser, and what is left out stays', async () => {
    const [ana, ben] = [await newPerson(instance, owner.ask, 'viewer'), await newPerson(instance, owner.ask, 'viewer')]
    assert.deepEqual(await read(ana), usual)
    const pinned = ['k3TfQ9sXb2Lm', 'Zp81hWcR0aNe']
    const first = await set(ana, { pinned, zone: 'Europe/Warsaw' })
    assert.deepEqual(first.body.data.preferences, { ...usual, pinned, zone: 'Europe/Warsaw' })
    await set(ana, { single_keys: false, language: 'de', theme: 'dark' })
    const expected = { pinned, zone: 'Europe/Warsaw', single_keys: false, language: 'de', theme: 'dark' }
    assert.deepEqual(await read(await signIn(instance.base, ana.email)), expected)
    await set(ana, { zone: null, pinned: [] })
    assert.deepEqual(await read(ana), { ...expected, zone: null, pinned: [] })
    assert.deepEqual(await read(ben), usual)
  })

  test('preferences need no password again; the name and the email address do', async () => {
    const ana = await newPerson(instance, owner.ask, 'editor')
    await withDatabase(instance.data, (db) =>
      db.updateTable('sessions').set({ proven_at: 0 }).where('person_id', '=', ana.id).execute(),
    )
    assert.equal((await set(ana, { theme: 'dark' })).status, 200)
    for (const change of [{ name: 'Anna' }, { email: 'anna@acme.example' }]) {
      const { status, body } = await ana.ask('PATCH', '/me', { body: { ...change, preferences: { theme: 'light' } } })
      assert.deepEqual([status, body.error.code], [403, 'password_needed'])
    }
    assert.equal((await read(ana)).theme, 'dark')
    const audit = (await owner.ask('GET', '/audit')).body.data
    assert.ok(!JSON.stringify(audit).includes('dark'))
  })

  for (const preferences of [
    { pinned: Array.from({ length: 9 }, (_, at) => `profile${at}`) },
    { pinned: ['no id'] },
    { zone: 'Mars/Olympus' },
    { zone: '+01:00' },
    { language: 'fr' },
    { theme: 'blue' },
    { single_keys: null },
    { unknown: true },
  ])
    test(`${JSON.stringify(preferences).slice(0, 40)} is refused, and nothing changes`, async () => {
      const { status, body } = await set(owner, preferences)
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.deepEqual(await read(owner), usual)
    })

  test('what a newer version has stored is as usual', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    await store(ana, { preferences: JSON.stringify({ theme: 'sepia', single_keys: false, more: 1 }) })
    assert.deepEqual(await read(ana), { ...usual, single_keys: false })
  })
})
