import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { totpCode } from '../../src/crypto/totp.ts'
import { callOf } from '../harness/calls.ts'
import { operationList } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { openConsent, register, requestOf, startNamed } from '../harness/oauth.ts'
import { becomeOwner, newPerson, type Person, password } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

const guarded = operationList.filter(([, { scope, tag }]) => scope !== null && tag !== 'session')

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startNamed(kind, { env: { POLYPOST_REQUIRE_SECOND_FACTOR: 'editor' } })
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  const isNeeded = async ({ ask }: Pick<Person, 'ask'>) =>
    (await ask('GET', '/session')).body.data.second_factor_needed as boolean

  const codeOf = (secret: string) => totpCode(secret, Math.floor(Date.now() / 30_000))

  async function secure({ ask }: Pick<Person, 'ask'>): Promise<string> {
    const { secret } = (await ask('POST', '/me/second-factor')).body.data
    const { status, text, body } = await ask('POST', '/me/second-factor/confirm', { body: { code: codeOf(secret) } })
    assert.equal(status, 200, text)
    return body.data.recovery_codes[0]
  }

  test('a session with the password alone reached everything, however much an instance wanted a second factor', async () => {
    assert.equal(await isNeeded(owner), true)
    for (const [name, operation] of guarded) {
      const { method, path, body } = callOf(operation)
      const reply = await owner.ask(method, path, { body })
      assert.deepEqual([reply.status, reply.body.error?.code], [403, 'second_factor_needed'], name)
    }
    for (const path of ['/me', '/sessions', '/session']) assert.equal((await owner.ask('GET', path)).status, 200, path)

    const request = requestOf(await register(instance.base))
    const consent = await openConsent(instance.base, request, owner)
    assert.equal(consent.status, 403)
    assert.match(await consent.text(), /requires a second factor/)
    assert.equal((await instance.owner('GET', '/profiles')).status, 200, 'keys go on working')

    const recovery = await secure(owner)
    assert.equal(await isNeeded(owner), false)
    assert.equal((await owner.ask('GET', '/profiles')).status, 200)
    assert.equal((await openConsent(instance.base, request, owner)).status, 200)

    const off = await owner.ask('DELETE', '/me/second-factor', { body: { password, code: recovery } })
    assert.equal(off.status, 200, off.text)
    assert.equal((await owner.ask('GET', '/profiles')).status, 403)
    await secure(owner)
  })

  test('only people with the role need one, and those of the identity provider do not', async () => {
    const author = await newPerson(instance, owner.ask, 'author')
    assert.equal(await isNeeded(author), false)
    assert.equal((await author.ask('GET', '/profiles')).status, 200)
    const editor = await newPerson(instance, owner.ask, 'editor')
    assert.equal((await editor.ask('GET', '/profiles')).status, 403)
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('people')
        .set({ oidc_issuer: 'https://login.acme.example', oidc_subject: 'editor' })
        .where('id', '=', editor.id)
        .execute(),
    )
    assert.equal((await editor.ask('GET', '/profiles')).status, 200)
  })
})
