import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type AnyJson, jsonOf } from '../harness/sandbox.ts'
import { collection, postOf, recordKey } from '../platforms/bluesky/simulator/start.ts'

const script = fileURLToPath(new URL('../harness/sandbox-child.ts', import.meta.url))
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-sandbox-'))
})
after(() => rm(folder, { recursive: true }))

interface Child {
  readonly process: ChildProcess
  readonly address: string
  readonly kill: () => Promise<void>
}

async function start(name: string): Promise<Child> {
  const child = spawn(process.execPath, [script, join(folder, name)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { process: child, address: String(line).trim(), kill }
}

const door = async ({ address }: Child, method: string, path: string, body?: object): Promise<AnyJson> =>
  jsonOf(await fetch(`${address}/__sandbox${path}`, { method, ...(body && { body: JSON.stringify(body) }) }))

async function signIn(child: Child) {
  await door(child, 'POST', '/bluesky/settings', { rateLimits: false })
  const { fields } = await door(child, 'POST', '/sky/login', { account: 'author' })
  const json = { identifier: fields.handle, password: fields.app_password }
  const { status, body } = await send(child, 'com.atproto.server.createSession', json)
  assert.equal(status, 200, JSON.stringify(body))
  return { did: String(body.did), token: String(body.accessJwt) }
}

async function send({ address }: Child, method: string, body: object, token?: string) {
  const response = await fetch(`${address}/bluesky/pds/xrpc/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await jsonOf(response) }
}

const write = (child: Child, { did, token }: { did: string; token: string }, text: string, rkey = recordKey()) =>
  send(child, 'com.atproto.repo.putRecord', { repo: did, collection, rkey, record: postOf(text) }, token)

test('what was acknowledged is still there after the sandbox was killed while working', async () => {
  const answered = new Set<string>()
  for (let life = 0; life < 5; life += 1) {
    const child = await start('busy.db')
    const session = await signIn(child)
    let going = true
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; going; count += 1) {
        const text = `life ${life} writer ${writer} post ${count}`
        const { status } = await write(child, session, text)
        if (status === 200) answered.add(text)
      }
    })
    const ends = Promise.allSettled(writers)
    const enough = answered.size + 100
    while (answered.size < enough) await new Promise((resolve) => setTimeout(resolve, 5))
    await child.kill()
    going = false
    await ends
  }
  const child = await start('busy.db')
  const { posts } = await door(child, 'GET', '/bluesky/posts')
  const texts = new Set(posts.map(({ text }: { text: string }) => text))
  const { did } = await signIn(child)
  for (const text of answered) assert.ok(texts.has(text), `lost: ${text}`)
  for (const { id } of posts.slice(-20)) {
    const query = new URLSearchParams({ repo: did, collection, rkey: id.split('/').at(-1) })
    const { status } = await fetch(`${child.address}/bluesky/pds/xrpc/com.atproto.repo.getRecord?${query}`)
    assert.equal(status, 200, `in the ledger, and not in the repository: ${id}`)
  }
  await child.kill()
})

test('faults, and the counts of faults in texts, outlive the process', async () => {
  const text = 'twice [[sandbox:server_error:2]]'
  const first = await start('faults.db')
  const session = await signIn(first)
  await door(first, 'POST', '/bluesky/faults', { operation: 'create', kind: 'rate_limit', times: 2 })
  const rkey = recordKey()
  assert.equal((await write(first, session, text, rkey)).status, 500)
  assert.equal((await write(first, session, 'plain')).status, 429)
  await first.kill()
  const second = await start('faults.db')
  assert.equal((await write(second, session, text, rkey)).status, 500)
  assert.equal((await write(second, session, 'plain')).status, 429)
  assert.equal((await write(second, session, text, rkey)).status, 200)
  const { requests } = await door(second, 'GET', '/bluesky/requests')
  assert.equal(requests.length, 6)
  await second.kill()
})
