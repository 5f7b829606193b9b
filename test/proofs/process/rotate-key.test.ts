import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSealer } from '../../../src/crypto/seal.ts'
import { createClient } from '../../harness/client.ts'
import { type InstanceData, onEachDatabase } from '../../harness/database.ts'
import { ownerKey } from '../../harness/instance.ts'
import { type Env, freePort } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { type Stage, setStage } from '../../harness/stage.ts'

const app = { X_CLIENT_ID: 'app', X_CLIENT_SECRET: 'app-secret', POLYPOST_SANDBOX: 'off' }
const newKey = 'the new secret of this instance is long enough'
const answers = 120 // more than are encrypted in one batch

/** Every encrypted value in the database. */
const sealedIn = (instanceData: InstanceData): Promise<string[]> =>
  withDatabase(instanceData, async (db) => {
    const values = [
      ...(await db.selectFrom('accounts').select('credentials as sealed').execute()),
      ...(await db.selectFrom('connections').select('secret as sealed').execute()),
      ...(await db.selectFrom('webhooks').select('secret as sealed').execute()),
      ...(await db.selectFrom('callback_secrets').select('secret as sealed').execute()),
      ...(await db.selectFrom('callback_secrets').select('previous as sealed').execute()),
      ...(await db.selectFrom('idempotency').select('answer as sealed').execute()),
      ...(await db.selectFrom('instance').select('secret_check as sealed').execute()),
    ]
    return values.flatMap(({ sealed }) => (sealed === null ? [] : [sealed]))
  })

const areSealedWith = async (instanceData: InstanceData, key: string): Promise<boolean> => {
  const { newest } = createSealer([key])
  const all = await sealedIn(instanceData)
  assert.ok(all.length > answers)
  return all.every((sealed) => sealed.startsWith(newest))
}

const createOnce = (base: string, at: number) =>
  createClient(base, ownerKey)('POST', '/profiles', {
    body: { name: `Profile ${at}` },
    headers: { 'idempotency-key': `profile-${at}` },
  })

const secretLength = 50
const callbackSecret = async (base: string): Promise<string> =>
  (await createClient(base, ownerKey)('GET', '/callback-secret')).body.data.secret

/** An instance with an encrypted value of every kind. */
async function fill({ start }: Stage, env: Env): Promise<void> {
  const running = await start('start', { ...app, ...env })
  for (let at = 0; at < answers; at++) assert.equal((await createOnce(running.base, at)).status, 200)
  const ask = createClient(running.base, ownerKey)
  assert.equal((await ask('POST', '/connect', { body: { platform: 'x' } })).status, 200)
  assert.equal((await ask('POST', '/webhooks', { body: { url: 'https://acme.example/hook' } })).status, 200)
  assert.equal((await callbackSecret(running.base)).length, secretLength)
  assert.equal(await running.end('SIGTERM'), 0)
}

/** Earlier responses are repeated, and encrypted values can be read. */
async function opensAll({ start }: Stage, env: Env): Promise<void> {
  const running = await start('start', { ...app, ...env })
  for (const at of [0, answers - 1])
    assert.equal((await createOnce(running.base, at)).headers.get('idempotent-replayed'), 'true')
  assert.equal((await callbackSecret(running.base)).length, secretLength)
  await running.end('SIGTERM')
}

const secretsOf = async ({ directory }: InstanceData): Promise<string[]> =>
  (await readFile(join(directory, 'secret.key'), 'utf8')).trim().split('\n')

/** The keys that rotations have kept, by their files. */
async function keptIn({ directory }: InstanceData): Promise<Record<string, string>> {
  const names = (await readdir(directory)).filter((name) => name.startsWith('secret.key.'))
  const read = async (name: string) => [name, (await readFile(join(directory, name), 'utf8')).trim()] as const
  return Object.fromEntries(await Promise.all(names.map(read)))
}

test('the data directory’s own key is replaced, and nothing is encrypted with the old one any more', async (t) => {
  const stage = await setStage(t, 'sqlite')
  await fill(stage, {})
  const [old = ''] = await secretsOf(stage.data)
  const { code, output } = await stage.run(['rotate-key'], app)
  assert.equal(code, 0, output)
  assert.match(
    output,
    /Encrypted with the newest key: 1 connections, 1 webhooks, 1 callback secrets, 120 stored answers, 1 check value/,
  )
  const [key = '', ...rest] = await secretsOf(stage.data)
  assert.notEqual(key, old)
  assert.deepEqual(rest, [])
  assert.ok(await areSealedWith(stage.data, key))
  assert.ok(!output.includes(key) && !output.includes(old))
  await opensAll(stage, {})

  const [name = '', ...more] = Object.keys(await keptIn(stage.data))
  assert.match(name, /^secret\.key\.before-\d{4}-\d\d-\d\dT/)
  assert.deepEqual([more, await keptIn(stage.data)], [[], { [name]: old }])
  assert.equal((await stat(join(stage.data.directory, name))).mode & 0o777, 0o600)
  assert.match(output, new RegExp(`The old one is .+${name}\\. Keep it as long as backups from before now\\.`))
})

test('killed at any step, a rotation keeps the old key once, and a backup from before can be read with it', async (t) => {
  const stage = await setStage(t, 'sqlite')
  await fill(stage, {})
  const [old = ''] = await secretsOf(stage.data)
  for (const point of ['rotate-key.kept', 'rotate-key.page', 'rotate-key.resealed']) {
    assert.equal((await stage.run(['rotate-key'], { CRASH_AT: point })).code, null)
    assert.deepEqual(Object.values(await keptIn(stage.data)), [old], point)
    await opensAll(stage, {})
  }
  const { code, output } = await stage.run(['rotate-key'])
  assert.equal(code, 0, output)
  const [key = '', ...rest] = await secretsOf(stage.data)
  assert.deepEqual([rest, Object.values(await keptIn(stage.data))], [[], [old]])
  assert.ok(await areSealedWith(stage.data, key))

  assert.equal((await stage.run(['rotate-key'])).code, 0)
  assert.deepEqual(Object.values(await keptIn(stage.data)).sort(), [old, key].sort())
})

test('it is not replaced while a service runs, because that would not know the new key', async (t) => {
  const stage = await setStage(t, 'sqlite')
  await stage.start()
  const before = await secretsOf(stage.data)
  const { code, output } = await stage.run(['rotate-key'])
  assert.equal(code, 1)
  assert.match(output, /Another Polypost is running/)
  assert.deepEqual(await secretsOf(stage.data), before)
})

test('a replacement that was killed is finished by the next one, and the service can start in between', async (t) => {
  const stage = await setStage(t, 'sqlite')
  await fill(stage, {})
  const [old = ''] = await secretsOf(stage.data)
  const killed = await stage.run(['rotate-key'], { CRASH_AT: 'rotate-key.page' })
  assert.equal(killed.code, null)
  const [key = '', kept] = await secretsOf(stage.data)
  assert.equal(kept, old)
  assert.ok(!(await areSealedWith(stage.data, key)))
  await opensAll(stage, {})

  const { code, output } = await stage.run(['rotate-key'])
  assert.equal(code, 0, output)
  assert.deepEqual(await secretsOf(stage.data), [key])
  assert.ok(await areSealedWith(stage.data, key))
  await opensAll(stage, {})
})

test('in the documented order, two processes read each other’s secrets at every step, and nothing has to stop', async (t) => {
  const old = 'a secret for the tests that is long enough'
  const values: Readonly<Record<string, string>> = { old, new: newKey }
  const page = await readFile(new URL('../../../docs/operate/keys.md', import.meta.url), 'utf8')
  const steps = [...page.matchAll(/^\| \d \| (.*POLYPOST_SECRET_KEY=([a-z,]+)`)/gm)].map(
    ([, step = '', value = '']) => [step.includes('rotate-key'), value] as const,
  )
  assert.deepEqual(steps, [
    [false, 'old,new'],
    [false, 'new,old'],
    [true, 'new,old'],
    [false, 'new'],
  ])
  const stage = await setStage(t, 'postgres')
  const ports = [await freePort(), await freePort()].map(String)
  const begin = (PORT: string, key: string) => stage.start('api', { ...app, PORT, POLYPOST_SECRET_KEY: key })
  const running = [await begin(ports[0] ?? '', old), await begin(ports[1] ?? '', old)]
  let number = 0
  /** Each process repeats the encrypted response of the other. */
  const understand = async () => {
    for (const [one, other] of [running, running.toReversed()]) {
      number += 1
      assert.equal((await createOnce(one?.base ?? '', number)).status, 200)
      const reply = await createOnce(other?.base ?? '', number)
      assert.equal(reply.headers.get('idempotent-replayed'), 'true', reply.text)
    }
    assert.equal(await callbackSecret(running[0]?.base ?? ''), await callbackSecret(running[1]?.base ?? ''))
  }
  await understand()
  for (const [isCommand, value] of steps) {
    const key = value.replace(/old|new/g, (name) => values[name] ?? '')
    if (isCommand) {
      const { code, output } = await stage.run(['rotate-key'], { POLYPOST_SECRET_KEY: key })
      assert.equal(code, 0, output)
    } else
      for (const at of [0, 1]) {
        await running[at]?.end('SIGTERM')
        running[at] = await begin(ports[at] ?? '', key)
        await understand()
      }
    await understand()
  }
})

onEachDatabase((kind) => {
  const old = 'a secret for the tests that is long enough'
  const both = { POLYPOST_SECRET_KEY: `${newKey},${old}` }

  test('a new key before the old one encrypts everything again, while a service that knows both keeps running', async (t) => {
    const stage = await setStage(t, kind)
    await fill(stage, { POLYPOST_SECRET_KEY: old })
    const running = await stage.start('start', { ...app, ...both })
    const rotating = stage.run(['rotate-key'], both)
    for (let at = 0; at < answers; at += 10) {
      const reply = await createOnce(running.base, at)
      assert.equal(reply.headers.get('idempotent-replayed'), 'true', reply.text)
    }
    const { code, output } = await rotating
    assert.equal(code, 0, output)
    assert.ok(await areSealedWith(stage.data, newKey))
    await running.end('SIGTERM')

    await opensAll(stage, { POLYPOST_SECRET_KEY: newKey })
    const again = await stage.run(['rotate-key'], { POLYPOST_SECRET_KEY: newKey })
    assert.match(again.output, /Everything is already encrypted with the newest key/)
    const forgotten = await stage.run(['rotate-key'], { POLYPOST_SECRET_KEY: old })
    assert.equal(forgotten.code, 1)
    assert.match(forgotten.output, /secret key does not fit this database/)
  })

  test('a value that no key can decrypt is reported, and everything else is encrypted again', async (t) => {
    const stage = await setStage(t, kind)
    await fill(stage, { POLYPOST_SECRET_KEY: old })
    await withDatabase(stage.data, (db) =>
      db
        .updateTable('connections')
        .set({ secret: createSealer(['another']).seal('x', 'connections.secret:1') })
        .execute(),
    )
    const { code, output } = await stage.run(['rotate-key'], both)
    assert.equal(code, 1)
    assert.match(output, /1 of the connections/)
    const { newest } = createSealer([newKey])
    assert.equal((await sealedIn(stage.data)).filter((sealed) => !sealed.startsWith(newest)).length, 1)
  })
})
