// A real Bluesky server: a PLC directory and a PDS, in a process of their own, with packages of their own. It is told
// what to do by lines of JSON on its standard input, answers with such lines, and ends with its input. Plain JavaScript,
// because its packages, and so their types, are there only once they were installed.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { AtpAgent, RichText } from '@atproto/api'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'
import plcServer from '@did-plc/server'

const MiB = 1024 * 1024
/** Most records that one page of a list can have, by the lexicon of `com.atproto.repo.listRecords`. */
const pageSize = 100
const password = 'correct horse battery staple'
const appName = 'Polypost'

const secret = () => randomBytes(32).toString('hex')
const urlOf = (server) => `http://127.0.0.1:${server.address().port}`

/** Where others find the PDS, if that is not where it listens. */
const [, , publicUrl] = process.argv
const directory = mkdtempSync(join(tmpdir(), 'polypost-pds-'))
process.on('exit', () => rmSync(directory, { recursive: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const plc = plcServer.PlcServer.create({ db: plcServer.Database.mock(), port: 0 })
const plcUrl = urlOf(await plc.start())
const jwtSecret = secret()
const pds = await createPds()
const pdsUrl = urlOf(await pds.start())
const reader = new AtpAgent({ service: pdsUrl })
const { server } = reader.com.atproto
const as = ({ accessJwt }) => ({ headers: { authorization: `Bearer ${accessJwt}` }, encoding: 'application/json' })

function createPds() {
  const env = {
    devMode: true,
    hostname: 'localhost',
    port: 0,
    serviceHandleDomains: ['.test'],
    dataDirectory: directory,
    blobstoreDiskLocation: join(directory, 'blobs'),
    blobstoreDiskTmpLocation: join(directory, 'blobs-incoming'),
    blobUploadLimit: 5 * MiB,
    // It takes no address without a name (0.5.35).
    didPlcUrl: plcUrl.replace('127.0.0.1', 'localhost'),
    enableDidDocWithSession: true,
    inviteRequired: false,
    rateLimitsEnabled: false,
    disableSsrfProtection: true,
    // Nobody is there.
    bskyAppViewUrl: 'http://127.0.0.1:9',
    bskyAppViewDid: 'did:example:nobody',
    crawlers: [],
    jwtSecret,
    adminPassword: secret(),
    dpopSecret: secret(),
    plcRotationKeyK256PrivateKeyHex: secret(),
  }
  const config = envToCfg(env)
  if (publicUrl) {
    config.service.publicUrl = publicUrl
    config.oauth.issuer = publicUrl
  }
  return PDS.create(config, envToSecrets(env))
}

const commands = {
  /** A new account, and an app password for it. */
  account: async ({ name }) => {
    const handle = `${name}.test`
    const { data: account } = await server.createAccount({ handle, email: `${name}@example.com`, password })
    const { data } = await server.createAppPassword({ name: appName }, as(account))
    return { did: account.did, handle, appPassword: data.password }
  },

  /** Takes the app password back. */
  revoke: async ({ did }) => {
    const { data: session } = await server.createSession({ identifier: did, password })
    await server.revokeAppPassword({ name: appName }, as(session))
  },

  /** All that was posted, oldest first. */
  posts: async ({ did }) => {
    const posts = []
    let cursor
    do {
      const collection = 'app.bsky.feed.post'
      const { data } = await reader.com.atproto.repo.listRecords({ repo: did, collection, limit: pageSize, cursor })
      posts.unshift(...data.records.reverse())
      cursor = data.records.length === pageSize ? data.cursor : undefined
    } while (cursor)
    return posts
  },

  blob: async ({ did, cid }) => {
    const { data, headers } = await reader.com.atproto.sync.getBlob({ did, cid })
    return { type: headers['content-type'], base64: Buffer.from(data).toString('base64') }
  },

  /** What Bluesky's own client makes of a text. */
  facets: async ({ text }) => {
    const rich = new RichText({ text })
    await rich.detectFacets(reader)
    return rich.facets ?? []
  },
}

async function obey(line) {
  const { id, command, ...input } = JSON.parse(line)
  try {
    return { id, value: await commands[command](input) }
  } catch (error) {
    return { id, error: String(error) }
  }
}

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

say({ pds: pdsUrl, plc: plcUrl, jwtSecret })
for await (const line of createInterface({ input: process.stdin })) obey(line).then(say)
process.exit()
