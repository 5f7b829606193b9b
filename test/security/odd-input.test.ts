import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isInstanceWide, type Operation } from '../../src/contract/operation.ts'
import { callOf } from '../harness/calls.ts'
import { checkReply, operationList } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { type Path, placesIn } from '../harness/odd-body.ts'
import { becomeOwner, type Person } from '../harness/people.ts'
import { sendBytes, sendRaw } from '../harness/raw.ts'

/** Text that no database can store. */
const noText = ['\0', '\ud800', '\udc00a']

const guarded = operationList.filter(([, { scope }]) => scope !== null)

const valueAt = (root: unknown, path: Path): unknown => path.reduce<unknown>((value, step) => Object(value)[step], root)

/** The example’s texts, each with its place. */
const textsOf = ({ example }: Operation): [path: Path, text: string][] =>
  placesIn(example.body ?? {}).flatMap((path): [Path, string][] => {
    const value = valueAt(example.body, path)
    return typeof value === 'string' ? [[path, value]] : []
  })

onEachDatabase((kind) => {
  let instance: Instance
  let user: User
  let person: Person
  /** Some operations are only for people, and some only for the first user. */
  const asker = (operation: Operation) =>
    operation.personal ? person.ask : isInstanceWide(operation) ? instance.owner : user.ask

  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32' } })
    user = await instance.newUser(4, ['read', 'write', 'admin'])
    person = await becomeOwner(instance)
  })
  after(() => instance.stop())

  test('text that no database can store is refused in every field of every body, with its place', async () => {
    for (const [name, operation] of guarded)
      for (const [path, text] of textsOf(operation))
        for (const end of noText) {
          const call = callOf(operation)
          Object.assign(Object(valueAt(call.body, path.slice(0, -1))), { [String(path.at(-1))]: text + end })
          const { status, body } = await asker(operation)(call.method, call.path, { body: call.body })
          assert.deepEqual([status, body.error.details[0].code], [400, 'invalid_text'], `${name} ${path.join('.')}`)
          assert.equal(body.error.details[0].path, path.join('.'), name)
        }
  })

  test('it is also refused in the name of a field, and in a query', async () => {
    for (const [name, operation] of guarded) {
      const { method, path, body } = callOf(operation)
      for (const end of noText) {
        if (method === 'GET') continue
        const reply = await asker(operation)(method, path, { body: { ...Object(body), [`name${end}`]: 1 } })
        assert.equal(reply.status, 400, name)
      }
      for (const query of [
        'name=a%00',
        '%00=a',
        ...Object.keys(operation.query?.shape ?? {}).map((key) => `${key}=%00`),
      ])
        assert.equal(
          (await asker(operation)(method, `${path.split('?')[0]}?${query}`, { body })).status,
          400,
          `${name}?${query}`,
        )
    }
  })

  test('nesting that no operation needs is refused before it uses resources', async () => {
    for (const [name, operation] of guarded.filter(([, { method }]) => method !== 'GET'))
      for (const depth of [33, 1_000, 100_000]) {
        const { method, path } = callOf(operation)
        const raw = `{"platform_options":${'['.repeat(depth)}${']'.repeat(depth)}}`
        const { status, body } = await asker(operation)(method, path, { raw })
        assert.deepEqual([status, body.error.details[0].code], [400, 'too_deep'], `${name} at depth ${depth}`)
      }
  })

  test('every operation with idempotency keys refuses an invalid one', async () => {
    for (const [name, operation] of guarded.filter(([, { idempotent }]) => idempotent))
      for (const key of ['', 'a b', '\xe9', 'a'.repeat(256), 'a\tb']) {
        const { method, path, body } = callOf(operation)
        const reply = await sendRaw(instance.base, {
          method,
          target: `/api/v1${path}`,
          headers: [
            ['Authorization', `Bearer ${user.key}`],
            ['Content-Type', 'application/json'],
            ['Idempotency-Key', key],
          ],
          body: Buffer.from(JSON.stringify(body)),
        })
        checkReply(method, path, reply)
        assert.deepEqual([reply.status, reply.body.error.details[0].path], [400, 'Idempotency-Key'], `${name} ${key}`)
      }
  })

  test('an invalid forwarded address of any length causes no harm', async () => {
    // Longer than any value that a database could shorten.
    const long = Array.from({ length: 140 }, (_, at) => createHash('sha512').update(`${at}`).digest('base64url'))
    for (const forwarded of ['', 'unknown', '::1', '[2001:db8::1]:80', '1.2.3.4:5', '\xff', long.join('')]) {
      const headers = [['X-Forwarded-For', forwarded] as const]
      const reply = await sendRaw(instance.base, { method: 'GET', target: '/api/v1/profiles', headers })
      checkReply('GET', '/profiles', reply)
      assert.equal(reply.status, 401, forwarded)
      assert.ok((await sendRaw(instance.base, { method: 'GET', target: '/metrics', headers })).status < 500, forwarded)
    }
  })

  test('a path that cannot be decoded is refused with a request ID, like everything else', async () => {
    for (const target of ['/api/v1/profiles/%zz', '/api/v1/%', '/%c0%ae', '/api/v1/profiles/%ff/default'])
      for (const method of ['GET', 'POST']) {
        const reply = await sendRaw(instance.base, { method, target, headers: [['X-Request-Id', 'mine']] })
        checkReply(method, target, reply)
        assert.deepEqual([reply.status, reply.body.request_id], [400, 'mine'], target)
      }
  })

  test('input that is not HTTP is refused in the same words as everything else', async () => {
    const get = 'GET /api/v1/profiles HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
    const broken = [
      ...[
        '\0\x01\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'GET\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'get / HTTP/1.1\r\n\r\n',
      ],
      ...[
        'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
      ],
      ...['A', 'A : b', ': b', 'A: \0', 'A: b\x7f\x01', 'Content-Length: -1', 'Content-Length: 1e3'].map(
        (line) => `${get}${line}\r\n\r\n`,
      ),
      `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
      `${get}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${get}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      `${get}A: ${'a'.repeat(20_000)}\r\n\r\n`,
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ]
    for (const bytes of broken) {
      const reply = await sendBytes(instance.base, Buffer.from(bytes, 'latin1'))
      checkReply('GET', '/nowhere', reply)
      assert.ok(reply.status === 400 || reply.status === 431, `${JSON.stringify(bytes.slice(0, 100))}: ${reply.status}`)
    }
  })
})
