import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isInstanceWide, leastRole, type Operation } from '../../src/contract/operation.ts'
import { isAtLeast, type Role, roles } from '../../src/domain/roles.ts'
import { callOf } from '../harness/calls.ts'
import { operationList } from '../harness/client.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

const guarded = operationList.filter(([, { scope }]) => scope !== null)
/** They end the session or change its user. */
const last = ['changePassword', 'switchUser']

let instance: Instance
const people = new Map<Role, Person>()
/** An owner, but not of the first user. */
let tenant: Person

before(async () => {
  instance = await startInstance('sqlite')
  const owner = await becomeOwner(instance)
  people.set('owner', owner)
  for (const role of roles) if (role !== 'owner') people.set(role, await newPerson(instance, owner.ask, role))
  const user = await instance.newUser(4, ['read', 'write', 'admin'])
  tenant = await newPerson(instance, user.ask, 'owner')
})
after(() => instance.stop())

const person = (role: Role): Person => {
  const found = people.get(role)
  if (!found) throw new Error(`Nobody is ${role}.`)
  return found
}

/** The operation's example, with IDs that do not exist. */
const perform = async (who: Person, operation: Operation) => {
  const { method, path, body } = callOf(operation)
  const reply = await who.ask(method, path, { body })
  return { status: reply.status, error: reply.body?.error, text: reply.text }
}

for (const role of roles)
  test(`the role ${role} may do exactly the operations that name it or a lower role`, async () => {
    const ordered = guarded.toSorted(([one], [other]) => last.indexOf(one) - last.indexOf(other))
    for (const [name, operation] of ordered) {
      const least = leastRole(operation)
      const { status, error, text } = await perform(person(role), operation)
      if (least !== null && !isAtLeast(role, least)) {
        assert.equal(status, 403, `${name}: ${text}`)
        // An author who may not publish is told to submit a draft instead.
        if (role === 'author' && operation.publishes && error.code === 'approval_required') continue
        assert.equal(error.code, 'insufficient_role', `${name}: ${text}`)
        assert.equal(error.details[0].required_role, least, name)
        assert.equal(error.details[0].role, role, name)
      } else {
        const isRefused =
          status === 401 || /^(insufficient_role|insufficient_scope|forbidden_origin)$/.test(error?.code)
        assert.ok(!isRefused, `${name}: ${text}`)
      }
    }
  })

test('the owner of another user than the first administers no other users', async () => {
  for (const [name, operation] of guarded.filter(([, one]) => isInstanceWide(one))) {
    const { status, error } = await perform(tenant, operation)
    assert.deepEqual([status, error?.code], [403, 'insufficient_role'], name)
  }
})

test('an operation that only a person can perform tells a key so', async () => {
  for (const [name, { personal, ...operation }] of guarded) {
    if (!personal) continue
    const { method, path, body } = callOf(operation)
    const reply = await instance.owner(method, path, { body })
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'person_needed'], name)
  }
})

test('beside a key, the cookie does not count', async () => {
  const { key } = await instance.newUser(4, ['read'])
  const reply = await person('owner').ask('GET', '/people', { key, headers: { authorization: `Bearer ${key}` } })
  assert.equal(reply.body.error.code, 'insufficient_scope')
})

test('what gives access to keys, secrets and people needs a password that was entered lately', async () => {
  const owner = person('owner')
  const fresh = guarded.filter(([, operation]) => operation.fresh)
  assert.ok(fresh.length >= 8)
  await withDatabase(instance.data, async (db) => {
    await db
      .updateTable('sessions')
      .set({ proven_at: Date.now() - 600_000 })
      .where('person_id', '=', owner.id)
      .execute()
  })
  for (const [name, operation] of fresh) {
    const { status, error } = await perform(owner, operation)
    assert.deepEqual([status, error?.code], [403, 'password_needed'], name)
  }
  const wrong = await owner.ask('POST', '/session/confirm', { body: { password: 'not the password' } })
  assert.equal(wrong.body.error.code, 'sign_in_refused')
  assert.equal((await owner.ask('GET', '/callback-secret')).status, 403)
  const right = await owner.ask('POST', '/session/confirm', { body: { password: 'four words and a comma' } })
  assert.equal(right.status, 200, right.text)
  assert.equal((await owner.ask('GET', '/callback-secret')).status, 200)
})
