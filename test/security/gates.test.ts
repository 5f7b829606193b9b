import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isInstanceWide, type Operation } from '../../src/contract/operation.ts'
import { newApiKey } from '../../src/crypto/api-key.ts'
import { type PlanId, planIds, plans } from '../../src/domain/plans.ts'
import { callOf } from '../harness/calls.ts'
import { checkReply, operationList, operationsAt, type Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, ownerKey, startInstance, type User } from '../harness/instance.ts'
import { sendRaw } from '../harness/raw.ts'

const allScopes = ['read', 'write', 'admin'] as const
/** Those that only a person can perform are in roles.test.ts. */
const guarded = operationList.filter(([, { scope, personal }]) => scope !== null && !personal)
const open = operationList.filter(([, { tag }]) => tag === 'description')

/** Requests with an invalid key are counted per address, so each uses its own address. */
let address = 0
const fromElsewhere = (): [string, string] => ['X-Forwarded-For', `10.1.${++address >> 8}.${address & 255}`]

interface With {
  readonly authorization?: string | undefined
  readonly query?: string
  readonly body?: unknown
}

onEachDatabase((kind) => {
  let instance: Instance
  /** One user on each plan, with every scope. The one on plan 4 is the first user. */
  const users = new Map<PlanId, User>()

  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32' } })
    for (const plan of planIds) users.set(plan, await instance.newUser(plan, allScopes))
    const [first] = (await instance.owner('GET', '/admin/users')).body.data.users
    users.set(4, { ...onPlan(4), id: first.id, key: ownerKey })
  })
  after(() => instance.stop())

  const onPlan = (plan: PlanId): User => {
    const user = users.get(plan)
    if (!user) throw new Error('There is a user on every plan.')
    return user
  }
  const bearer = (plan: PlanId = 4): string => `Bearer ${onPlan(plan).key}`

  /** The operation's example, with IDs that do not exist. */
  async function perform(operation: Operation, { authorization, query = '', body }: With): Promise<Reply> {
    const call = callOf(operation)
    const payload = body === undefined ? call.body : body
    const path = call.path + (query === '' ? '' : `${call.path.includes('?') ? '&' : '?'}${query}`)
    const reply = await sendRaw(instance.base, {
      method: call.method,
      target: `/api/v1${path}`,
      headers: [
        fromElsewhere(),
        ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
        ...(payload === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      ...(payload === undefined ? {} : { body: Buffer.from(JSON.stringify(payload)) }),
    })
    checkReply(call.method, path, reply)
    return reply
  }

  test('an operation is refused to a key that lacks only the required scope, and the error names the scope', async () => {
    for (const needed of allScopes) {
      const others = allScopes.filter((scope) => scope !== needed)
      const { key } = await instance.newUser(4, others)
      for (const [name, operation] of guarded.filter(([, { scope }]) => scope === needed)) {
        const { status, body } = await perform(operation, { authorization: `Bearer ${key}` })
        assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'], name)
        assert.equal(body.error.details[0].required_scope, needed, name)
        assert.deepEqual(body.error.details[0].scopes, others, name)
      }
    }
  })

  test('the required scope alone is enough', async () => {
    for (const needed of allScopes) {
      const body = { name: needed, scopes: [needed] }
      const made = await instance.owner('POST', `/admin/users/${onPlan(4).id}/keys`, { body })
      const { key } = made.body.data
      for (const [name, operation] of guarded.filter(([, { scope }]) => scope === needed)) {
        const { status, text } = await perform(operation, { authorization: `Bearer ${key}` })
        assert.ok(![401, 403].includes(status), `${name}: ${text}`)
      }
    }
  })

  test('an admin key of another user than the first administers that user, and not the instance', async () => {
    const { key } = await instance.newUser(4, allScopes)
    for (const [name, operation] of guarded.filter(([, { scope }]) => scope === 'admin')) {
      const { status, body, text } = await perform(operation, { authorization: `Bearer ${key}` })
      if (isInstanceWide(operation)) {
        assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'], `${name}: ${text}`)
        assert.match(body.error.message, /Only a key of the first user/)
      } else assert.ok(![401, 403].includes(status), `${name}: ${text}`)
    }
  })

  test('a plan that does not include an operation is refused, with the plans that do; one that does is allowed', async () => {
    for (const [name, operation] of guarded.filter(([, one]) => !isInstanceWide(one)))
      for (const plan of planIds) {
        const { status, body } = await perform(operation, { authorization: bearer(plan) })
        if (operation.plans && !operation.plans.includes(plan)) {
          assert.deepEqual([status, body.error.code], [403, 'plan_required'], `${name} on plan ${plan}`)
          const names = operation.plans.map((included) => plans[included].name)
          assert.deepEqual(body.error.details[0].required_plans, names, name)
        } else assert.notEqual(status, 403, `${name} on plan ${plan}: ${JSON.stringify(body)}`)
      }
  })

  test('without a valid key, every operation responds 401 and says how to send one', async () => {
    const { key, keyId } = await instance.newUser()
    await instance.owner('DELETE', `/admin/keys/${keyId}`)
    const good = onPlan(3).key
    const headers = {
      'no key': undefined,
      'an empty header': '',
      'a scheme without a key': 'Bearer ',
      'another scheme': `Basic ${btoa(`${good}:`)}`,
      'the key without a scheme': good,
      'two keys': `Bearer ${good} ${good}`,
      'a right key with more behind it': `Bearer ${good}a`,
      'a right key cut off': `Bearer ${good.slice(0, -1)}`,
      'a right key in another case': `Bearer ${good.toLowerCase()}`,
      'an unknown key': `Bearer ${newApiKey().key}`,
      'a revoked key': `Bearer ${key}`,
      'an expired key': `Bearer ${await expiredKey()}`,
      'a very long key': `Bearer pp_${'a'.repeat(8_000)}`,
    }
    for (const [what, authorization] of Object.entries(headers))
      for (const [name, operation] of guarded) {
        const reply = await perform(operation, { authorization })
        assert.equal(reply.status, 401, `${name} with ${what}: ${reply.text}`)
        assert.equal(reply.body.error.code, 'unauthorized')
        assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer\b/, `${name} with ${what}`)
      }
  })

  /** A key that has just expired. */
  async function expiredKey(): Promise<string> {
    const { id, ask } = await instance.newUser()
    const made = await instance.owner('POST', `/admin/users/${id}/keys`, {
      body: { name: 'brief', expires_at: new Date(Date.now() + 1_500).toISOString() },
    })
    const { key } = made.body.data
    assert.equal((await ask('GET', '/usage', { key })).status, 200)
    for (let tries = 0; tries < 100 && (await ask('GET', '/usage', { key })).status === 200; tries++) await sleep(100)
    return key
  }

  test('the descriptions of the API are served without a key', async () => {
    for (const [name, operation] of open) {
      const { status } = await perform(operation, {})
      assert.ok(status === 200 || (operation.produces === 'text/html' && status === 301), `${name}: ${status}`)
    }
  })

  test('no spelling of a path bypasses the checks', async () => {
    for (const [name, { method, path }] of guarded) {
      const target = `/api/v1${path.replace(/\{\w+\}/g, '1')}`
      const other = target.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      for (const written of [`/%61${target.slice(2)}`, other, `http://elsewhere.example${target}`, `${target}#a`]) {
        const { status } = await sendRaw(instance.base, { method, target: written, headers: [fromElsewhere()] })
        assert.ok(status === 401 || status === 404, `${name} as ${written}: ${status}`)
      }
    }
  })

  test('an unsupported method gets 405 with the supported ones, whatever the body', async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']
    for (const path of new Set(operationList.map(([, operation]) => operation.path))) {
      const has = [
        ...new Set(operationsAt(path).flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]))),
      ]
      const target = `/api/v1${path.replace(/\{\w+\}/g, '1')}`
      for (const method of methods.filter((other) => !has.includes(other))) {
        const headers = [['Authorization', bearer()] as const, ['Content-Type', 'text/plain'] as const]
        const body = method === 'POST' ? { body: Buffer.from('{') } : {}
        const reply = await sendRaw(instance.base, { method, target, headers, ...body })
        if (method !== 'HEAD') checkReply(method, path, reply)
        assert.equal(reply.status, 405, `${method} ${path}: ${reply.text}`)
        assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), has.toSorted(), `${method} ${path}`)
      }
    }
  })

  test('an unknown path gets 404 in the same format', async () => {
    const inside = operationList.flatMap(([, { path }]) => [`/api/v1${path}/nothing/at/all`, `/api/v1/${path}`])
    const outside = [
      '/',
      '/api',
      '/api/v1',
      '/api/v1/',
      '/api/v2/profiles',
      '/API/v1/profiles',
      '/api/v1.json',
      '//',
      '*',
    ]
    for (const target of [...inside, ...outside]) {
      const reply = await sendRaw(instance.base, { method: 'GET', target, headers: [['Authorization', bearer()]] })
      checkReply('GET', target, reply)
      assert.deepEqual([reply.status, reply.body.error.code], [404, 'not_found'], target)
    }
  })

  test('HEAD responds like GET, without the body', async () => {
    for (const [name, operation] of operationList.filter(([, { method }]) => method === 'GET')) {
      const { path } = callOf(operation)
      const headers = [['Authorization', bearer()] as const, ['X-Request-Id', 'the-same'] as const]
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => sendRaw(instance.base, { method, target: `/api/v1${path}`, headers })),
      )
      assert.ok(get && head)
      assert.equal(head.text, '', name)
      assert.equal(head.status, get.status, name)
      // Two answers about health differ: they contain free space and delays.
      const stable = name === 'getHealth' ? [] : ['content-length']
      for (const header of ['content-type', 'x-request-id', 'cache-control', ...stable])
        assert.equal(head.headers.get(header), get.headers.get(header), `${name}: ${header}`)
    }
  })

  test('user_id is refused by name wherever it is sent: only the key decides who the caller is', async () => {
    for (const [name, operation] of guarded) {
      const inQuery = { authorization: bearer(), query: `user_id=${onPlan(3).id}` }
      const inBody = { authorization: bearer(), body: { ...operation.example.body, user_id: onPlan(3).id } }
      for (const sent of operation.method === 'GET' ? [inQuery] : [inQuery, inBody]) {
        const { status, body } = await perform(operation, sent)
        assert.deepEqual([status, body.error?.code], [400, 'validation_failed'], name)
        const [detail] = body.error.details
        assert.deepEqual([detail.path, detail.code], ['user_id', 'unknown_field'], name)
      }
    }
  })

  test('a request that needs no body is accepted with a JSON content type and without one', async () => {
    for (const [name, operation] of guarded) {
      if (operation.method === 'GET' || (operation.body && !operation.bodyOptional)) continue
      const { method, path } = callOf(operation)
      for (const type of [undefined, 'application/json', 'application/json; charset=utf-8', 'text/plain'])
        for (const body of [undefined, Buffer.alloc(0), Buffer.from('{}')]) {
          if (body?.length && !type?.startsWith('application/json')) continue
          const headers = [['Authorization', bearer()] as const, ...(type ? [['Content-Type', type] as const] : [])]
          const sent = { method, target: `/api/v1${path}`, headers, ...(body ? { body } : {}) }
          const reply = await sendRaw(instance.base, sent)
          checkReply(method, path, reply)
          assert.ok(![400, 411, 415].includes(reply.status), `${name} with ${type}: ${reply.text}`)
        }
    }
  })
})
