import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { totpCode } from '../../src/crypto/totp.ts'
import { second } from '../../src/domain/time.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import {
  becomeOwner,
  newPerson,
  openBrowser,
  type Person,
  password,
  signIn as signInAs,
  tokenOf,
} from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

interface Secured extends Person {
  readonly secret: string
  readonly recovery: readonly string[]
}

onEachDatabase((kind) => {
  let instance: Instance
  /** Another process over the same database; on SQLite the same one. */
  let elsewhere: Instance
  let owner: Person

  before(async () => {
    const env = { POLYPOST_TRUST_PROXY: '127.0.0.1/32' }
    instance = await startInstance(kind, { env })
    elsewhere =
      kind === 'postgres'
        ? await startInstance(kind, { data: instance.data, roles: { api: true, worker: false } })
        : instance
    owner = await becomeOwner(instance)
  })
  after(async () => {
    if (elsewhere !== instance) await elsewhere.stop()
    await instance.stop()
  })

  const change = (id: number, columns: object) =>
    withDatabase(instance.data, (db) => db.updateTable('people').set(columns).where('id', '=', id).execute())

  /** A code that counts now, although others of this time may have been used. */
  async function freshCode({ id, secret }: Pick<Secured, 'id' | 'secret'>): Promise<string> {
    await change(id, { totp_step: 0 })
    return totpCode(secret, Math.floor(Date.now() / (30 * second)))
  }

  async function secure(person: Person): Promise<Secured> {
    const { secret } = (await person.ask('POST', '/me/second-factor')).body.data
    const code = await freshCode({ id: person.id, secret })
    const { status, body, text } = await person.ask('POST', '/me/second-factor/confirm', { body: { code } })
    assert.equal(status, 200, text)
    return { ...person, secret, recovery: body.data.recovery_codes }
  }

  const newSecured = async () => secure(await newPerson(instance, owner.ask, 'editor'))

  const signIn = (email: string, more: object = {}, base = instance.base) =>
    openBrowser(base).ask('POST', '/session', { body: { email, password, ...more } })
  const refusalOf = async (email: string, more: object = {}) => (await signIn(email, more)).body.error?.code

  test('nothing changes before a code of the app confirms the secret', async () => {
    const person = await newPerson(instance, owner.ask, 'viewer')
    const confirm = (code: string) => person.ask('POST', '/me/second-factor/confirm', { body: { code } })
    assert.equal((await confirm('123456')).body.error.code, 'wrong_state')
    const { secret, url } = (await person.ask('POST', '/me/second-factor')).body.data
    assert.equal(new URL(url).searchParams.get('secret'), secret)
    const right = await freshCode({ id: person.id, secret })
    assert.equal((await confirm(right === '000000' ? '000001' : '000000')).body.error.code, 'sign_in_refused')
    assert.equal((await signIn(person.email)).status, 200)
    const { recovery_codes } = (await confirm(right)).body.data
    assert.equal(new Set(recovery_codes).size, 10)
    const me = (await person.ask('GET', '/me')).body.data
    assert.deepEqual([me.has_second_factor, me.recovery_codes_left], [true, 10])
    assert.equal((await person.ask('POST', '/me/second-factor')).body.error.code, 'wrong_state')
  })

  test('the password alone no longer signs in; with a code it does, and the code is asked for only after the right password', async () => {
    const person = await newSecured()
    assert.equal(await refusalOf(person.email), 'code_needed')
    assert.equal(await refusalOf(person.email, { password: 'not the password' }), 'sign_in_refused')
    const code = await freshCode(person)
    assert.equal(await refusalOf(person.email, { password: 'not the password', code }), 'sign_in_refused')
    assert.equal((await signIn(person.email, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status, 200)
  })

  test('a code works once, also when it is sent to two processes at the same time', async () => {
    const person = await newSecured()
    const code = await freshCode(person)
    const bases = [instance.base, elsewhere.base, instance.base, elsewhere.base]
    const replies = await Promise.all(bases.map((base) => signIn(person.email, { code }, base)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(await refusalOf(person.email, { code }), 'sign_in_refused')
  })

  test('each recovery code works once, in any spelling', async () => {
    const person = await newSecured()
    const [first = '', second = ''] = person.recovery
    assert.equal((await signIn(person.email, { code: first })).status, 200)
    assert.equal(await refusalOf(person.email, { code: first }), 'sign_in_refused')
    assert.equal((await signIn(person.email, { code: second.toLowerCase().replaceAll('-', '') })).status, 200)
    assert.equal((await person.ask('GET', '/me')).body.data.recovery_codes_left, 8)
  })

  test('after five wrong codes even a right one is refused for a while, and nobody else is', async () => {
    const [person, other] = [await newSecured(), await newSecured()]
    for (let guess = 0; guess < 5; guess++)
      assert.equal(await refusalOf(person.email, { code: `AAAA-AAAA-AAAA-AAA${guess}` }), 'sign_in_refused')
    const { status, headers } = await signIn(person.email, { code: await freshCode(person) })
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.equal((await signIn(other.email, { code: await freshCode(other) })).status, 200)
  })

  test('a wrong code after the right password is in the audit list', async () => {
    const person = await newSecured()
    const refusals = async () => {
      const { body } = await owner.ask('GET', '/audit')
      return body.data.entries.filter(
        ({ action, by }: { action: string; by: { id: number } | null }) =>
          action === 'session.refused' && by?.id === person.id,
      ).length
    }
    assert.equal(await refusalOf(person.email, { code: 'AAAA-AAAA-AAAA-AAAA' }), 'sign_in_refused')
    assert.equal(await refusals(), 1)
  })

  test('somebody tried a stolen password with wrong codes, and its person never heard of it', async () => {
    const person = await newSecured()
    const notices = async () =>
      (await person.ask('GET', '/notices')).body.data.notices.filter(
        ({ type }: { type: string }) => type === 'code_refused',
      )
    assert.deepEqual(await notices(), [])
    const thief = openBrowser(instance.base)
    const guess = { email: person.email, password, code: 'AAAA-AAAA-AAAA-AAAA' }
    const headers = { 'x-forwarded-for': '203.0.113.66' }
    assert.equal((await thief.ask('POST', '/session', { body: guess, headers })).status, 403)
    const [notice] = await notices()
    assert.equal(notice?.title, '203.0.113.66')
    assert.equal((await owner.ask('GET', '/notices')).body.data.total, 0, 'it is about the person alone')

    await signIn(person.email, { code: await freshCode(person) })
    assert.equal((await notices()).length, 1, 'the person signs in elsewhere')
    assert.equal(
      (await person.ask('POST', '/me/password', { body: { password: 'another sentence of words' } })).status,
      200,
    )
    assert.deepEqual(await notices(), [])
  })

  test('a person who mistyped the code gets no notice', async () => {
    const person = await newSecured()
    assert.equal(await refusalOf(person.email, { code: 'AAAA-AAAA-AAAA-AAAA' }), 'sign_in_refused')
    assert.equal((await signIn(person.email, { code: await freshCode(person) })).status, 200)
    const { notices } = (await person.ask('GET', '/notices')).body.data
    assert.deepEqual(notices, [])
  })

  test('a new second factor ends the other sessions', async () => {
    const person = await newPerson(instance, owner.ask, 'editor')
    const other = await signInAs(instance.base, person.email)
    await secure(person)
    assert.equal((await other.ask('GET', '/me')).status, 401)
    assert.equal((await person.ask('GET', '/me')).status, 200)
  })

  test('an invite that is accepted with the password of an account needs the code of that account', async () => {
    const person = await newSecured()
    const user = await instance.newUser(4, ['admin'])
    const made = await user.ask('POST', '/invites', { body: { email: person.email, role: 'viewer' } })
    const token = tokenOf(made.body.data.link)
    const accept = (more: object = {}) =>
      openBrowser(instance.base).ask('POST', '/invites/accept', { body: { token, password, ...more } })
    assert.equal((await accept()).body.error.code, 'code_needed')
    assert.equal((await accept({ code: await freshCode(person) })).status, 200)
  })

  test('turning it off needs the password and a code', async () => {
    const person = await newSecured()
    const remove = (body: object) => person.ask('DELETE', '/me/second-factor', { body })
    assert.equal((await remove({ password })).body.error.code, 'code_needed')
    assert.equal((await remove({ password: 'not it', code: person.recovery[0] })).body.error.code, 'sign_in_refused')
    const { body } = await remove({ password, code: await freshCode(person) })
    assert.deepEqual([body.data.has_second_factor, body.data.recovery_codes_left], [false, 0])
    assert.equal((await signIn(person.email)).status, 200)
    assert.equal((await remove({ password })).body.error.code, 'wrong_state')
  })

  test('the database has neither the secret nor a recovery code', async () => {
    const person = await newSecured()
    const rows = await withDatabase(instance.data, (db) => sql`select * from people`.execute(db))
    const stored = JSON.stringify(rows.rows)
    for (const secret of [
      person.secret,
      ...person.recovery,
      ...person.recovery.map((code) => code.replaceAll('-', '')),
    ])
      assert.ok(!stored.includes(secret))
  })
})
