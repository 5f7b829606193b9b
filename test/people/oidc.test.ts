import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { type Issuer, openVisitor, startProvider, type Visitor } from '../harness/oidc.ts'
import { becomeOwner, newPerson, type Person, password, tokenOf } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

onEachDatabase((kind) => {
  let provider: Issuer
  let instance: Instance
  let owner: Person
  before(async () => {
    provider = await startProvider()
    instance = await startInstance(kind, { env: provider.env })
    owner = await becomeOwner(instance)
  })
  after(async () => {
    await instance.stop()
    await provider.stop()
  })

  const open = () => openVisitor(instance.base)

  async function start(visitor: Visitor, body: object = {}): Promise<string> {
    const { status, body: answer, text } = await visitor.ask('POST', '/session/oidc', body)
    assert.equal(status, 200, text)
    return answer.data.url
  }

  /** The whole way to the provider and back. */
  async function goThrough(visitor: Visitor, subject: string, body: object = {}) {
    const response = await visitor.visit(await visitor.signInAt(await start(visitor, body), subject))
    return { status: response.status, page: await response.text() }
  }

  const personOf = async (visitor: Visitor) => (await visitor.ask('GET', '/session')).body.data.session?.person

  const invite = async (email: string): Promise<string> =>
    tokenOf((await owner.ask('POST', '/invites', { body: { email, role: 'editor' } })).body.data.link)

  /** A new person without a password, whom an invite made. */
  async function newLinked(subject: string): Promise<Visitor> {
    const visitor = open()
    const { status, page } = await goThrough(visitor, subject, { token: await invite(`${subject}@invited.example`) })
    assert.equal(status, 200, page)
    return visitor
  }

  /** A visitor who is signed in with the password. */
  async function withPassword(): Promise<{ visitor: Visitor; email: string }> {
    const { email } = await newPerson(instance, owner.ask, 'editor')
    const visitor = open()
    assert.equal((await visitor.ask('POST', '/session', { email, password })).status, 200)
    return { visitor, email }
  }

  test('anybody can see that there is single sign-on, and its name', async () => {
    assert.deepEqual((await open().ask('GET', '/session')).body.data.oidc, { name: 'Acme', only: false })
    const page = await (await open().visit(`${instance.base}/sign-in`)).text()
    assert.match(page, /<button type="button" data-single>Sign in with Acme</)
  })

  test('an invite makes a person without a password, who signs in again by issuer and subject', async () => {
    const first = await personOf(await newLinked('ben'))
    assert.deepEqual(
      [first.email, first.name, first.has_password, first.has_oidc],
      ['ben@invited.example', 'The ben', false, true],
    )
    const later = open()
    const { status, page } = await goThrough(later, 'ben')
    assert.deepEqual([status, /signed in as The ben/.test(page)], [200, true])
    assert.equal((await personOf(later)).id, first.id)
  })

  test('an account with the same email address is not linked, not even by an invite', async () => {
    const email = 'eve@acme.example' // what the provider says of eve
    const join = { token: await invite(email), name: 'Eve', password }
    assert.equal((await open().ask('POST', '/invites/accept', join)).status, 200)
    const other = await instance.newUser(4, ['read', 'write', 'admin'])
    const made = await other.ask('POST', '/invites', { body: { email, role: 'admin' } })
    for (const body of [{}, { token: tokenOf(made.body.data.link) }]) {
      const visitor = open()
      const { status, page } = await goThrough(visitor, 'eve', body)
      assert.equal(status, 403, page)
      assert.equal(await personOf(visitor), undefined)
    }
  })

  test('somebody without an account learns what to do', async () => {
    const { status, page } = await goThrough(open(), 'nobody')
    assert.deepEqual([status, /Ask an admin for an invite/.test(page)], [403, true])
  })

  test('an invite works once, also for a person with another email address, which owners see', async () => {
    const token = await invite('late@invited.example')
    const known = await newLinked('mia')
    assert.equal((await goThrough(known, 'mia', { token })).status, 200)
    const again = await open().ask('POST', '/session/oidc', { token })
    assert.equal(again.body.error.code, 'invalid_link')
  })

  test('a person who is signed in links the account, and unlinks it', async () => {
    const { visitor } = await withPassword()
    const { status, page } = await goThrough(visitor, 'linda', { link: true })
    assert.deepEqual([status, /is linked/.test(page)], [200, true])
    const linked = await personOf(visitor)
    assert.equal(linked.has_oidc, true)
    const elsewhere = open()
    await goThrough(elsewhere, 'linda')
    assert.equal((await personOf(elsewhere)).id, linked.id)
    assert.equal((await visitor.ask('DELETE', '/me/oidc')).body.data.has_oidc, false)
    assert.equal((await goThrough(open(), 'linda')).status, 403)
    assert.equal((await visitor.ask('DELETE', '/me/oidc')).body.error.details[0].status, 'not_linked')
    const { entries } = (await owner.ask('GET', '/audit')).body.data
    const actions = entries.map(({ action }: { action: string }) => action)
    assert.ok(actions.includes('oidc.linked') && actions.includes('oidc.unlinked'))
  })

  test('linking needs somebody who is signed in and has just entered the password', async () => {
    assert.equal((await open().ask('POST', '/session/oidc', { link: true })).body.error.code, 'unauthorized')
    const { visitor } = await withPassword()
    const { id } = await personOf(visitor)
    await withDatabase(instance.data, (db) =>
      db.updateTable('sessions').set({ proven_at: 0 }).where('person_id', '=', id).execute(),
    )
    for (const refused of [
      await visitor.ask('POST', '/session/oidc', { link: true }),
      await visitor.ask('DELETE', '/me/oidc'),
    ])
      assert.equal(refused.body.error.code, 'password_needed')
  })

  test('a link is not made for a session that has ended, nor with somebody else’s sign-in', async () => {
    const { visitor } = await withPassword()
    const back = await visitor.signInAt(await start(visitor, { link: true }), 'late')
    assert.equal((await visitor.ask('DELETE', '/session')).status, 200)
    assert.equal((await visitor.visit(back)).status, 403)
    await newLinked('taken')
    const { visitor: other } = await withPassword()
    assert.equal((await goThrough(other, 'taken', { link: true })).status, 403)
  })

  test('the only way to sign in cannot be unlinked', async () => {
    const visitor = await newLinked('olaf')
    assert.equal((await visitor.ask('DELETE', '/me/oidc')).body.error.details[0].status, 'only_way')
  })

  test('a sign-in ends once, also if the browser comes back twice at the same time', async () => {
    await newLinked('twin')
    const visitor = open()
    const back = await visitor.signInAt(await start(visitor), 'twin')
    const statuses = (await Promise.all([visitor.visit(back), visitor.visit(back)])).map(({ status }) => status)
    assert.deepEqual(statuses.sort(), [200, 403])
    assert.equal((await visitor.ask('GET', '/sessions')).body.data.sessions.length, 2)
    assert.equal((await visitor.visit(back)).status, 403)
  })

  test('a sign-in that began in another browser signs in nobody, and still works in its own', async () => {
    await newLinked('anna')
    const [attacker, victim] = [open(), open()]
    const back = await attacker.signInAt(await start(attacker), 'anna')
    await start(victim)
    assert.equal((await victim.visit(back)).status, 403)
    assert.equal(await personOf(victim), undefined)
    assert.equal((await attacker.visit(back)).status, 200)
  })

  test('a sign-in that took too long, or that the person declined, signs in nobody', async () => {
    const visitor = open()
    const back = await visitor.signInAt(await start(visitor), 'slow')
    await withDatabase(instance.data, (db) => db.updateTable('oidc_sign_ins').set({ expires_at: 0 }).execute())
    assert.equal((await visitor.visit(back)).status, 403)
    const other = open()
    const declined = await other.visit(await other.signInAt(await start(other)))
    assert.match(await declined.text(), /did not sign you in/)
  })

  test('a disabled person is refused', async () => {
    const visitor = await newLinked('gone')
    const { id } = await personOf(visitor)
    assert.equal((await owner.ask('PATCH', `/people/${id}`, { body: { disabled: true } })).status, 200)
    const { status, page } = await goThrough(open(), 'gone')
    assert.deepEqual([status, /disabled/.test(page)], [403, true])
  })

  test('the browser goes back to the page of this instance where it began, and to no other website', async () => {
    await newLinked('bea')
    const visitor = open()
    const address = await start(visitor, { return_to: '/oauth/authorize?a=1' })
    const response = await visitor.visit(await visitor.signInAt(address, 'bea'))
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/oauth/authorize?a=1'])
    for (const return_to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'oauth']) {
      const refused = await open().ask('POST', '/session/oidc', { return_to })
      assert.deepEqual([refused.status, refused.body.error.details[0].path], [400, 'return_to'], return_to)
    }
  })

  test('signing in ends the session of the same browser', async () => {
    const visitor = await newLinked('kim')
    await goThrough(visitor, 'kim')
    assert.equal((await visitor.ask('GET', '/sessions')).body.data.sessions.length, 1)
  })
})
