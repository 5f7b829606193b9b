import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../harness/instance.ts'
import { type Issuer, openVisitor, startProvider, type Visitor } from '../harness/oidc.ts'
import { becomeOwner, password, tokenOf } from '../harness/people.ts'

let provider: Issuer
let instance: Instance
let visitor: Visitor
before(async () => {
  provider = await startProvider()
  instance = await startInstance('sqlite', { env: { ...provider.env, POLYPOST_OIDC_ONLY: 'true' } })
  visitor = openVisitor(instance.base)
})
after(async () => {
  await instance.stop()
  await provider.stop()
})

test('with single sign-on only, passwords sign in nobody, and an invite works without one', async () => {
  const owner = await becomeOwner(instance)
  const made = await owner.ask('POST', '/invites', { body: { email: 'ben@acme.example', role: 'viewer' } })
  const token = tokenOf(made.body.data.link)
  for (const refused of [
    await visitor.ask('POST', '/session', { email: owner.email, password }),
    await visitor.ask('POST', '/session', { email: 'nobody@acme.example', password }),
    await visitor.ask('POST', '/invites/accept', { token, name: 'Ben', password }),
  ])
    assert.match(refused.body.error.message, /Sign in with “Acme”/)
  const { body } = await visitor.ask('POST', '/session/oidc', { token })
  assert.equal((await visitor.visit(await visitor.signInAt(body.data.url, 'ben'))).status, 200)
  assert.equal((await visitor.ask('GET', '/me')).body.data.email, 'ben@acme.example')
})

test('the sign-in page shows only the button', async () => {
  const page = await (await visitor.visit(`${instance.base}/sign-in`)).text()
  assert.match(page, /<form data-target="\/session"[^>]* hidden>/)
  assert.deepEqual((await visitor.ask('GET', '/session')).body.data.oidc, { name: 'Acme', only: true })
})
