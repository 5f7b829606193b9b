import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser } from '../harness/browser.ts'
import type { Instance } from '../harness/instance.ts'
import { register, requestOf, startNamed } from '../harness/oauth.ts'
import { becomeOwner, type Person, password } from '../harness/people.ts'
import { answer, certificate, type Origin, startOrigin } from '../harness/servers/origin.ts'

setDefaultCACertificates([...getCACertificates('default'), certificate('authority.pem')])

let browser: Browser
let instance: Instance
let owner: Person
/** Where the browser comes back to the application. */
let callback: Server
let redirectUrl: string
let site: Origin
let documentUrl: string

before(async () => {
  callback = createServer((_request, response) => response.end('Back at the application.'))
  await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done))
  const address = callback.address()
  assert.ok(address !== null && typeof address !== 'string')
  redirectUrl = `http://127.0.0.1:${address.port}/back`
  site = await startOrigin(
    (socket) =>
      socket.end(
        answer(
          200,
          { 'Content-Type': 'application/json' },
          JSON.stringify({ client_id: documentUrl, client_name: 'Documented', redirect_uris: [redirectUrl] }),
        ),
      ),
    { certificate: 'valid.pem' },
  )
  documentUrl = `https://origin.test:${site.port}/client.json`
  browser = await openBrowser()
  instance = await startNamed('sqlite', {
    env: { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' },
    lookup: async () => ['127.0.0.1'],
  })
  owner = await becomeOwner(instance)
})
after(async () => {
  await browser?.close()
  await instance?.stop()
  await site?.stop()
  callback?.closeAllConnections()
  callback?.close()
})

const open = async (options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> =>
  (await browser.newContext(options)).newPage()

async function signInOn(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The data that an application keeps about its sign-in. */
function createProvider(clientMetadataUrl?: string) {
  const kept: { asked?: URL; verifier?: string; tokens?: unknown; client?: unknown; found?: unknown } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'Registered', token_endpoint_auth_method: 'none' },
    state: () => 'the state',
    // These three return what the client itself saved.
    clientInformation: () => kept.client as ReturnType<OAuthClientProvider['clientInformation']>,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens as ReturnType<OAuthClientProvider['tokens']>,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    discoveryState: () => kept.found as ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>,
    saveDiscoveryState: (found) => {
      kept.found = found
    },
    redirectToAuthorization: (url) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { provider, kept }
}

for (const [kind, address, name] of [
  ['registers itself', () => undefined, 'Registered'],
  ['has a description', () => documentUrl, 'Documented'],
] as const)
  test(`the official client that ${kind} gets access when the person signs in and allows it`, async () => {
    const { provider, kept } = createProvider(address())
    const connect = async () => {
      const client = new Client({ name: 'test', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', instance.base), { authProvider: provider })
      return { client, transport }
    }
    const first = await connect()
    await assert.rejects(first.client.connect(first.transport))
    assert.ok(kept.asked)

    const page = await open()
    await page.goto(kept.asked.href)
    await signInOn(page)
    await page.getByRole('heading', { name: `Allow ${name} to use Polypost?` }).waitFor()
    await page.getByLabel('Only posts that are scheduled ahead').check()
    await page.getByLabel('Minutes ahead').fill('45')
    await page.getByLabel('May publish and delete without asking').setChecked(name === 'Documented')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByText('Back at the application.').waitFor()
    const back = new URL(page.url())
    assert.equal(back.searchParams.get('state'), 'the state')
    await first.transport.finishAuth(back.searchParams)

    const second = await connect()
    await second.client.connect(second.transport)
    const { structuredContent } = await second.client.callTool({ name: 'get_overview', arguments: {} })
    const overview = JSON.stringify(structuredContent)
    assert.match(overview, /"may_publish":"ahead"/)
    assert.ok(overview.includes(`"unattended":${name === 'Documented'}`))
    const { keys } = (await owner.ask('GET', '/keys')).body.data
    assert.deepEqual([keys.at(-1).application.name, keys.at(-1).minutes_ahead], [name, 45])
    await second.client.close()
    await page.context().close()
  })

test('the consent page works without scripts, is accessible in both colour schemes, and keeps to its policy', async () => {
  const clientId = await register(instance.base, { redirect_uris: [redirectUrl] })
  const [name = '', value = ''] = owner.cookie()?.split('=') ?? []
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ colorScheme, javaScriptEnabled: false })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.context().addCookies([{ name, value, url: instance.base }])
    await page.goto(
      `${instance.base}/oauth/authorize?${new URLSearchParams(requestOf(clientId, { redirect_uri: redirectUrl }))}`,
    )
    await page.getByText('on the computer in front of you').waitFor()
    assert.ok(await page.getByLabel('Drafts only').isChecked())
    assert.ok(!(await page.getByLabel('May publish and delete without asking').isChecked()))
    await page.getByText('cancel scheduled posts, unless you choose drafts only').waitFor()
    await assertAccessible(page, 0, colorScheme)
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await page.getByText('Back at the application.').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied')
    assert.deepEqual(complaints, [])
    await page.context().close()
  }
})

test('a sign-in leads to a page of this instance, and to no other website', async () => {
  const { host } = new URL(redirectUrl)
  for (const target of [redirectUrl, `//${host}/back`, `/\\${host}/back`]) {
    const page = await open()
    await page.goto(`${instance.base}/sign-in?${new URLSearchParams({ return_to: target })}`)
    await signInOn(page)
    await page.waitForURL(`${instance.base}/`)
    await page.context().close()
  }
  const page = await open()
  await page.goto(`${instance.base}/sign-in?${new URLSearchParams({ return_to: '/api/v1/docs?a=1' })}`)
  await signInOn(page)
  // Whether the page loads is not this test's question.
  await page.waitForURL(`${instance.base}/api/v1/docs?a=1`, { waitUntil: 'commit' })
  await page.context().close()
})
