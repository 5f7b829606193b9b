import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, openBrowser, type Person, password, signIn, tokenOf } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

interface Change {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startInstance(kind)
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  const invite = async (email: string, role = 'editor') => {
    const reply = await owner.ask('POST', '/invites', { body: { email, role } })
    assert.equal(reply.status, 200, reply.text)
    return { id: reply.body.data.id, token: tokenOf(reply.body.data.link) }
  }
  const ownProfile = async () => {
    const { session } = (await owner.ask('GET', '/session')).body.data
    return { profileId: session.user.default_profile_id }
  }
  const accept = (token: string, body: object = { name: 'Ana', password }) =>
    openBrowser(instance.base).ask('POST', '/invites/accept', { body: { token, ...body } })

  test('an invite works once, also if several requests use it at the same time', async () => {
    const { token } = await invite('once@acme.example')
    const replies = await Promise.all([1, 2, 3].map(() => accept(token)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await accept(token)).body.error.code, 'invalid_link')
    const { people } = (await owner.ask('GET', '/people')).body.data
    assert.equal(people.filter(({ email }: { email: string }) => email === 'once@acme.example').length, 1)
  })

  test('the link decides role and email address', async () => {
    const { token } = await invite('bound@acme.example', 'author')
    const { person, role } = (await accept(token)).body.data
    assert.deepEqual([person.email, role], ['bound@acme.example', 'author'])
  })

  test('a deleted, a replaced and an expired invite do not work', async () => {
    const deleted = await invite('late@acme.example')
    assert.equal((await owner.ask('DELETE', `/invites/${deleted.id}`)).status, 200)
    const replaced = await invite('late@acme.example')
    const expired = await invite('late@acme.example')
    await withDatabase(instance.data, async (db) => {
      await db.updateTable('invites').set({ expires_at: Date.now() }).where('id', '=', expired.id).execute()
    })
    for (const { token } of [deleted, replaced, expired])
      assert.equal((await accept(token)).body.error.code, 'invalid_link')
    assert.equal((await accept('not a token')).body.error.code, 'invalid_link')
  })

  test('somebody with an account needs its password or session: the link alone takes nothing over', async () => {
    const other = await instance.newUser(4, ['read', 'write', 'admin'])
    const ben = await newPerson(instance, other.ask, 'viewer')
    const { token } = await invite(ben.email, 'admin')
    for (const body of [{}, { name: 'Ben', password: 'a password of somebody else' }])
      assert.equal((await accept(token, body)).body.error.code, 'sign_in_refused')
    const joined = await ben.ask('POST', '/invites/accept', { body: { token } })
    assert.equal(joined.status, 200, joined.text)
    assert.equal(joined.body.data.memberships.length, 2)
    await signIn(instance.base, ben.email)
  })

  test('whoever had changed to an invited address kept the invited person out, and no owner saw it', async () => {
    const squatter = await newPerson(instance, owner.ask, 'viewer')
    const taken = 'eva@acme.example'
    const { token } = await invite(taken)
    const moved = await squatter.ask('PATCH', '/me', { body: { email: taken } })
    assert.equal(moved.status, 200, moved.text)
    const refused = await accept(token, { name: 'Eva', password: 'a password of somebody else' })
    assert.equal(refused.body.error.code, 'sign_in_refused')
    const joined = await accept(token, { name: 'Eva', password, email: 'eva@other.example' })
    assert.deepEqual([joined.status, joined.body.data.person.email], [200, 'eva@other.example'])
    const { entries } = (await owner.ask('GET', '/audit')).body.data
    const moves = entries.flatMap(({ action, change }: { action: string; change: readonly Change[] | null }) =>
      (change ?? []).flatMap(({ field, from, to }) => (field === 'email' ? [[action, from, to]] : [])),
    )
    assert.deepEqual(moves, [
      ['person.added', 'eva@acme.example', 'eva@other.example'],
      ['person.changed', squatter.email, 'eva@acme.example'],
    ])
  })

  test('a new password must be long, and not one of the most common', async () => {
    const { token } = await invite('weak@acme.example')
    for (const weak of ['short', 'a'.repeat(40), 'Password1234', 'x'.repeat(257)]) {
      const { body } = await accept(token, { name: 'Ana', password: weak })
      assert.deepEqual([body.error.code, body.error.details[0].path], ['validation_failed', 'password'], weak)
    }
    assert.equal((await accept(token)).status, 200)
  })

  test('a password that programs guess early was taken', async () => {
    const { profileId } = await ownProfile()
    await owner.ask('POST', '/settings', { body: { profile_id: profileId, business_name: 'Lumen Coffee' } })
    const { token } = await invite('jolanta@wisla.example')
    const easy = [
      'jolanta@wisla.example',
      'iloveyouiloveyou',
      'Summer2026!!',
      'Passw0rd!Passw0rd!',
      'polypost2026',
      'Lumen Coffee',
      'lumencoffee123',
    ]
    const error = 'This password is easy to guess. Use three or four unrelated words.'
    for (const weak of easy) {
      const { status, body } = await accept(token, { name: 'Jolanta', password: weak })
      assert.deepEqual([status, body.error.details?.[0]?.message], [400, error], weak)
    }
    const joined = openBrowser(instance.base)
    const accepted = await joined.ask('POST', '/invites/accept', { body: { token, name: 'Jolanta', password } })
    assert.equal(accepted.status, 200, accepted.text)
    const change = (weak: string) => joined.ask('POST', '/me/password', { body: { password: weak } })
    assert.equal((await change('jolanta-wisla')).body.error.details[0].message, error)
    assert.equal((await change('another sentence of words')).status, 200)
  })

  test('a link does not make the instance estimate one password after the other', async () => {
    const { token } = await invite('busy@acme.example')
    const tries = Array.from({ length: 51 }, () => accept(token, { name: 'Busy', password: 'iloveyouiloveyou' }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    assert.deepEqual(
      [statuses.filter((status) => status === 400).length, statuses.filter((status) => status === 429).length],
      [50, 1],
    )
  })

  test('nobody gives a role above their own, or changes somebody above them', async () => {
    const admin = await newPerson(instance, owner.ask, 'admin')
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const attempts = [
      admin.ask('POST', '/invites', { body: { email: 'rise@acme.example', role: 'owner' } }),
      admin.ask('PATCH', `/people/${admin.id}`, { body: { role: 'owner' } }),
      admin.ask('PATCH', `/people/${ana.id}`, { body: { role: 'owner' } }),
      admin.ask('PATCH', `/people/${owner.id}`, { body: { role: 'viewer' } }),
      admin.ask('DELETE', `/people/${owner.id}`),
    ]
    for (const { status, body } of await Promise.all(attempts))
      assert.deepEqual([status, body.error.code], [403, 'insufficient_role'])
    assert.equal((await admin.ask('PATCH', `/people/${ana.id}`, { body: { role: 'admin' } })).status, 200)
  })

  test('an owner stays, also if two owners demote each other at the same time', async () => {
    const alone = [
      await owner.ask('PATCH', `/people/${owner.id}`, { body: { role: 'admin' } }),
      await owner.ask('PATCH', `/people/${owner.id}`, { body: { disabled: true } }),
      await owner.ask('DELETE', `/people/${owner.id}`),
    ]
    for (const { status, body } of alone) assert.deepEqual([status, body.error.code], [409, 'last_owner'])
    const second = await newPerson(instance, owner.ask, 'owner')
    const replies = await Promise.all([
      owner.ask('PATCH', `/people/${second.id}`, { body: { role: 'admin' } }),
      second.ask('PATCH', `/people/${owner.id}`, { body: { role: 'admin' } }),
    ])
    assert.ok(replies.some(({ status }) => status !== 200))
    const { people } = (await instance.owner('GET', '/people')).body.data
    assert.equal(people.filter(({ role }: { role: string }) => role === 'owner').length, 1)
  })
})
