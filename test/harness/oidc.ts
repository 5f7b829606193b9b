import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import Provider, { type Context } from 'oidc-provider'
import { createClient, type Reply } from './client.ts'

/** The address that the instance believes it has; `openVisitor` goes to the real one. */
const publicUrl = 'http://127.0.0.1:4000'
const clientId = 'polypost'
const clientSecret = 'the secret of the tests'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const algorithm = { alg: 'RS256', use: 'sig', kid: 'test' }

export interface Issuer {
  /** The settings of an instance that uses the provider. */
  readonly env: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

async function listen(answer: (issuer: string) => RequestListener): Promise<Issuer> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  const issuer = `http://127.0.0.1:${address.port}`
  server.on('request', answer(issuer))
  return {
    env: {
      POLYPOST_PUBLIC_URL: publicUrl,
      POLYPOST_OIDC_ISSUER: issuer,
      POLYPOST_OIDC_CLIENT_ID: clientId,
      POLYPOST_OIDC_CLIENT_SECRET: clientSecret,
      POLYPOST_OIDC_NAME: 'Acme',
      POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A real provider. It signs in whomever the header `x-subject` names; every email address is unverified. */
export const startProvider = (): Promise<Issuer> =>
  listen((issuer) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [`${publicUrl}/oidc/callback`] }],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...algorithm }] },
      cookies: { keys: ['tests'] },
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      ttl: Object.fromEntries(
        ['Interaction', 'Grant', 'Session', 'AccessToken', 'IdToken'].map((kind) => [kind, 600]), // seconds
      ),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, name: `The ${sub}`, email: `${sub}@acme.example`, email_verified: false }),
      }),
      loadExistingGrant: async ({ oidc: { provider: made, client, session } }: Context) => {
        const grant = new made.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    const others = provider.callback()
    return (request, response) => {
      const accountId = request.headers['x-subject']
      if (!request.url?.startsWith('/interaction/')) return void others(request, response)
      const result = accountId === undefined ? { error: 'access_denied' } : { login: { accountId } }
      void provider.interactionFinished(request, response, result)
    }
  })

/** The false claims or the false signer in the ID token of a lying provider. */
export type Lie = (claims: object) => { readonly claims?: object; readonly signer?: typeof privateKey }

/** A provider that signs what `lie` says. The nonce is the code that the test sends. */
export const startLiar = (lie: () => Lie): Promise<Issuer> =>
  listen((issuer) => async (request, response) => {
    const answers: Readonly<Record<string, () => Promise<object>>> = {
      '/.well-known/openid-configuration': async () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': async () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), ...algorithm }] }),
      '/token': async () => {
        const nonce = new URLSearchParams(await textOf(request)).get('code')
        const now = Math.floor(Date.now() / 1_000)
        const truth = { iss: issuer, sub: 'ana', aud: clientId, nonce, iat: now, exp: now + 300 }
        const { claims = truth, signer = privateKey } = lie()(truth)
        return { access_token: 'a', token_type: 'bearer', id_token: tokenOf(claims, signer) }
      },
    }
    const answer = await answers[request.url ?? '']?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })

function tokenOf(claims: object, signer: typeof privateKey): string {
  const text = [{ alg: 'RS256', kid: 'test' }, claims].map((part) => encode(JSON.stringify(part))).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), signer).toString('base64url')}`
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** A browser that keeps the cookies of all sites apart. */
export function openVisitor(base: string) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const header = (origin: string) => [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (origin: string, { headers }: { readonly headers: Headers }) => {
    for (const set of headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      if (set.includes('Max-Age=0') || value === '') jarOf(origin).delete(name)
      else jarOf(origin).set(name, value)
    }
  }
  const client = createClient(base, null)

  /** Opens one address, as the browser does after a redirect. */
  async function visit(address: string, headers: Record<string, string> = {}): Promise<Response> {
    const { origin } = new URL(address)
    const response = await fetch(address, { redirect: 'manual', headers: { ...headers, cookie: header(origin) } })
    keep(origin, response)
    return response
  }

  return {
    async ask(method: string, path: string, body?: object): Promise<Reply> {
      const headers = { 'sec-fetch-site': 'same-origin', cookie: header(base) }
      const reply = await client(method, path, body === undefined ? { headers } : { headers, body })
      keep(base, reply)
      return reply
    },
    visit,
    /** Signs in at the provider; returns the address of the instance to which the provider sends the browser. */
    async signInAt(address: string, subject?: string): Promise<string> {
      let next = address
      while (!next.startsWith(publicUrl)) {
        const response = await visit(next, subject === undefined ? {} : { 'x-subject': subject })
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`)
        next = new URL(location, next).href
      }
      return next.replace(publicUrl, base)
    },
  }
}

export type Visitor = ReturnType<typeof openVisitor>
