import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, openBrowser, type Person, password, signIn } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  /** Another process over the same database; on SQLite the same one. */
  let elsewhere: Instance
  let owner: Person

  before(async () => {
    instance = await startInstance(kind)
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

  const status = async (cookie: string | undefined) =>
    (await openBrowser(elsewhere.base, cookie).ask('GET', '/me')).status

  test('a session counts in every process', async () => {
    assert.equal(await status(owner.cookie()), 200)
  })

  test('signing in gives a new token, and ends the session that the browser had', async () => {
    const browser = openBrowser(instance.base, (await signIn(instance.base, owner.email)).cookie())
    const before = browser.cookie()
    assert.equal((await browser.ask('POST', '/session', { body: { email: owner.email, password } })).status, 200)
    assert.notEqual(browser.cookie(), before)
    assert.deepEqual([await status(before), await status(browser.cookie())], [401, 200])
  })

  test('a token that somebody planted before the sign-in is not taken over', async () => {
    const planted = `polypost_session=${'a'.repeat(43)}`
    const browser = openBrowser(instance.base, planted)
    await browser.ask('POST', '/session', { body: { email: owner.email, password } })
    assert.notEqual(browser.cookie(), planted)
    assert.equal(await status(planted), 401)
  })

  test('a token ends at once and everywhere with a sign-out', async () => {
    const browser = await signIn(instance.base, owner.email)
    const cookie = browser.cookie()
    assert.equal((await browser.ask('DELETE', '/session')).body.data.signed_out, true)
    assert.equal(browser.cookie(), undefined)
    assert.equal(await status(cookie), 401)
    assert.equal((await browser.ask('DELETE', '/session')).body.data.signed_out, false)
  })

  test('all tokens end with a change of the password, and the browser that changed it gets a new one', async () => {
    const ana = await newPerson(instance, owner.ask, 'editor')
    const other = (await signIn(instance.base, ana.email)).cookie()
    const before = ana.cookie()
    const reply = await ana.ask('POST', '/me/password', { body: { password: 'another sentence of words' } })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual([await status(before), await status(other), await status(ana.cookie())], [401, 401, 200])
    const old = await openBrowser(instance.base).ask('POST', '/session', { body: { email: ana.email, password } })
    assert.equal(old.body.error.code, 'sign_in_refused')
  })

  for (const [what, change] of Object.entries({
    'a change of the role': { role: 'viewer' },
    'disabling the person': { disabled: true },
  }))
    test(`all tokens end with ${what}`, async () => {
      const ben = await newPerson(instance, owner.ask, 'editor')
      const reply = await owner.ask('PATCH', `/people/${ben.id}`, { body: change })
      assert.equal(reply.status, 200, reply.text)
      assert.equal(await status(ben.cookie()), 401)
    })

  test('a disabled person can’t sign in; one who is enabled again can', async () => {
    const ben = await newPerson(instance, owner.ask, 'editor')
    await owner.ask('PATCH', `/people/${ben.id}`, { body: { disabled: true } })
    const refused = await openBrowser(instance.base).ask('POST', '/session', { body: { email: ben.email, password } })
    assert.equal(refused.body.error.code, 'sign_in_refused')
    await owner.ask('PATCH', `/people/${ben.id}`, { body: { disabled: false } })
    await signIn(instance.base, ben.email)
  })

  test('a person who was removed has no session, and the address can be invited again', async () => {
    const ben = await newPerson(instance, owner.ask, 'author')
    assert.equal((await owner.ask('DELETE', `/people/${ben.id}`)).status, 200)
    assert.equal(await status(ben.cookie()), 401)
    const again = await owner.ask('POST', '/invites', { body: { email: ben.email, role: 'author' } })
    assert.equal(again.status, 200, again.text)
  })

  test('a person lists the sessions, ends one, and ends all others', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const [first, second] = [await signIn(instance.base, ana.email), await signIn(instance.base, ana.email)]
    const listed = (await first.ask('GET', '/sessions')).body.data.sessions
    assert.deepEqual(listed.map(({ current }: { current: boolean }) => current).sort(), [false, false, true])
    const own = (await second.ask('GET', '/sessions')).body.data.sessions.find(
      (one: { current: boolean }) => one.current,
    )
    assert.equal((await first.ask('DELETE', `/sessions/${own.id}`)).status, 200)
    assert.equal(await status(second.cookie()), 401)
    assert.equal((await first.ask('DELETE', '/sessions')).body.data.ended, 1)
    assert.deepEqual([await status(ana.cookie()), await status(first.cookie())], [401, 200])
    const foreign = (await owner.ask('GET', '/sessions')).body.data.sessions[0].id
    assert.equal((await first.ask('DELETE', `/sessions/${foreign}`)).status, 404)
  })

  test('an admin ends the sessions of another person, who may sign in again; nobody ends those of a higher role', async () => {
    const person = await newPerson(instance, owner.ask, 'editor')
    const admin = await newPerson(instance, owner.ask, 'admin')
    const { body } = await admin.ask('DELETE', `/people/${person.id}/sessions`)
    assert.equal(body.data.ended, 1)
    assert.equal((await person.ask('GET', '/me')).status, 401)
    await signIn(instance.base, person.email)
    assert.equal((await admin.ask('DELETE', `/people/${owner.id}/sessions`)).body.error.code, 'insufficient_role')
  })

  test('signing out tells the browser to forget what the pages stored', async () => {
    const person = await newPerson(instance, owner.ask, 'viewer')
    const { headers } = await person.ask('DELETE', '/session')
    assert.equal(headers.get('clear-site-data'), '"storage"')
  })

  test('a session ends after 14 days without a request, and after 90 days in any case', async () => {
    const day = 86_400_000
    for (const change of [{ seen_at: Date.now() - 14 * day }, { created_at: Date.now() - 90 * day }]) {
      const browser = await signIn(instance.base, owner.email)
      const listed = (await browser.ask('GET', '/sessions')).body.data.sessions
      const { id } = listed.find((one: { current: boolean }) => one.current)
      await withDatabase(instance.data, async (db) => {
        await db.updateTable('sessions').set(change).where('id', '=', id).execute()
      })
      assert.equal(await status(browser.cookie()), 401)
    }
  })

  test('the database contains neither a token nor a password', async () => {
    const browser = await signIn(instance.base, owner.email)
    const token = browser.cookie()?.split('=')[1] ?? ''
    await withDatabase(instance.data, async (db) => {
      const rows = [
        await db.selectFrom('sessions').selectAll().execute(),
        await db.selectFrom('people').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
        await db.selectFrom('invites').selectAll().execute(),
      ]
      const text = JSON.stringify(rows)
      assert.equal(text.includes(token), false)
      assert.equal(text.includes(password), false)
    })
  })
})
