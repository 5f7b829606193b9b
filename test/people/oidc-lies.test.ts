import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Instance, startInstance } from '../harness/instance.ts'
import { type Issuer, type Lie, openVisitor, startLiar } from '../harness/oidc.ts'

let lie: Lie = () => ({})
let provider: Issuer
let instance: Instance
before(async () => {
  provider = await startLiar(() => lie)
  instance = await startInstance('sqlite', { env: provider.env })
})
after(async () => {
  await instance.stop()
  await provider.stop()
})

async function comeBack(change: Record<string, string> = {}): Promise<number> {
  const visitor = openVisitor(instance.base)
  const { url } = (await visitor.ask('POST', '/session/oidc')).body.data
  const { nonce = '', state = '' } = Object.fromEntries(new URL(url).searchParams)
  const query = new URLSearchParams({ code: nonce, state, ...change })
  return (await visitor.visit(`${instance.base}/oidc/callback?${query}`)).status
}

const unknownPerson = 403
const notBelieved = 503

test('a true ID token is believed', async () => {
  lie = () => ({})
  assert.equal(await comeBack(), unknownPerson)
})

const others: readonly (readonly [name: string, Lie])[] = [
  ['nonce', (claims) => ({ claims: { ...claims, nonce: 'of another sign-in' } })],
  ['issuer', (claims) => ({ claims: { ...claims, iss: 'https://other.example' } })],
  ['audience', (claims) => ({ claims: { ...claims, aud: 'another client' } })],
  ['time', (claims) => ({ claims: { ...claims, exp: 1 } })],
  ['signature', () => ({ signer: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })],
]
for (const [name, told] of others)
  test(`an ID token with a wrong ${name} is not believed`, async () => {
    lie = told
    assert.equal(await comeBack(), notBelieved)
  })

test('an answer that names another issuer is not believed', async () => {
  lie = () => ({})
  assert.equal(await comeBack({ iss: 'https://other.example' }), notBelieved)
})

test('a provider that is away is an error of the API that says so', async () => {
  const away = { ...provider.env, POLYPOST_OIDC_ISSUER: 'http://127.0.0.1:1' }
  const alone = await startInstance('sqlite', { env: away })
  try {
    const { status, body } = await openVisitor(alone.base).ask('POST', '/session/oidc')
    assert.deepEqual([status, body.error.code], [503, 'unavailable'])
  } finally {
    await alone.stop()
  }
})
