import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { isInstanceWide, type Operation } from '../../../src/contract/operation.ts'
import { checkReply, operationList, type Reply } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type Id, shapes } from '../../harness/ids.ts'
import { type Instance, ownerKey, startInstance, type User } from '../../harness/instance.ts'
import { makers } from '../../harness/makers.ts'
import { oddBody } from '../../harness/odd-body.ts'
import { oddHeaders, oddQuery, oddSegment } from '../../harness/odd-request.ts'
import { type RawRequest, sendRaw } from '../../harness/raw.ts'
import { type Slot, slotsOf } from '../../harness/slots.ts'

/** The same requests in every run, unless these settings choose others or more. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
const runs = Number(process.env.FUZZ_RUNS ?? 50)

/** Requests with an invalid key are counted per address, so each uses its own address. */
let address = 0

/** Internals that no response may reveal. */
const inside = /node_modules|\.[tj]s:\d|SQLITE|constraint|syntax error at|kysely|\bpg_|\bat async\b/

interface Odd {
  readonly segments: readonly (string | null)[]
  readonly query: string | null
  readonly body: Buffer | null
  readonly headers: readonly (readonly [string, string])[]
}

/** Each part of a request is either valid or odd. */
function oddRequest({ params, query, body, example }: Operation): fc.Arbitrary<Odd> {
  const either = <T, R>(right: R, odd: fc.Arbitrary<T>, weight = 1): fc.Arbitrary<T | R> =>
    fc.oneof({ weight: 2, arbitrary: fc.constant(right) }, { weight, arbitrary: odd })
  const slots = Object.keys(params?.shape ?? {}).map(() => either(null, oddSegment))
  return fc.record({
    segments: fc.tuple(...slots),
    query: either(null, oddQuery(Object.keys(query?.shape ?? {}))),
    body: either(null, oddBody(example.body), body ? 4 : 1),
    headers: either([], oddHeaders),
  })
}

onEachDatabase((kind) => {
  let instance: Instance
  /** Sends everything for which the first user is not needed. */
  let sender: User
  const ids = new Map<Slot['kind'], Id>()
  const seen = new Map<number, number>()

  before(async () => {
    // Without a model its operations respond 503, correctly; no model is called, because there is no website.
    const model = { LLM_MODEL: 'small', LLM_BASE_URL: 'http://127.0.0.1:9/v1' }
    instance = await startInstance(kind, { env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32', ...model } })
    sender = await instance.newUser(4, ['read', 'write', 'admin'])
    const victim = await instance.newUser()
    for (const [, operation] of operationList)
      for (const { kind: idKind } of slotsOf(operation)) {
        const owner = isInstanceWide(operation) ? victim : sender
        const beside = async (other: Slot['kind']) => ids.get(other) ?? shapes[other].unknown()
        const made = ids.get(idKind) ?? (await makers[idKind]?.(instance, owner, beside))?.id
        ids.set(idKind, made ?? shapes[idKind].unknown())
      }
  })
  after(() => instance.stop())

  /** Small numbers are users and keys that the test itself needs. */
  const harmless = (segment: string, { kind: idKind }: Slot): string =>
    (idKind === 'user' || idKind === 'key') && /^0*\d{1,6}$/.test(decoded(segment)) ? '1000000000' : segment

  function requestOf(operation: Operation, odd: Odd): RawRequest {
    const slots = slotsOf(operation).filter(({ place }) => place === 'params')
    const segments = slots.map((slot, at) => harmless(odd.segments[at] ?? String(ids.get(slot.kind)), slot))
    const path = operation.path.replace(/\{\w+\}/g, () => segments.shift() ?? '')
    const example = new URLSearchParams(Object.entries({ ...operation.example.query }))
    const query = odd.query ?? example.toString()
    const body = odd.body ?? (operation.body && Buffer.from(JSON.stringify(operation.example.body)))
    const usual = [
      ['Authorization', `Bearer ${isInstanceWide(operation) ? ownerKey : sender.key}`],
      ['X-Forwarded-For', `10.${++address >> 16}.${(address >> 8) & 255}.${address & 255}`],
    ] as const
    return {
      method: operation.method,
      target: `/api/v1${path}${query === '' ? '' : `?${query}`}`,
      headers: [
        ...odd.headers,
        ...usual.filter(([name]) => !odd.headers.some(([other]) => other === name)),
        ['Content-Type', 'application/json'],
      ],
      // A GET's body is never read; a large one could cut off the answer when the connection is closed over it.
      ...(body && (operation.method !== 'GET' || body.length < 1_000) ? { body } : {}),
    }
  }

  for (const [name, operation] of operationList)
    test(`${name} responds to any input as the contract says, and never with an internal error`, async () => {
      await fc.assert(
        fc.asyncProperty(oddRequest(operation), async (odd) => {
          const request = requestOf(operation, odd)
          const reply = await sendRaw(instance.base, request)
          seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
          check(request, reply)
        }),
        { seed, numRuns: runs },
      )
    })

  function check(request: RawRequest, reply: Reply): void {
    const path = request.target.replace('/api/v1', '')
    checkReply(request.method, path, reply)
    if (reply.status >= 400) assert.doesNotMatch(reply.text, inside)
    assert.ok(reply.status < 500, reply.text)
  }

  test('the random requests contain valid ones, and invalid ones that were refused for every reason', () => {
    for (const status of [200, 400, 401, 404, 413, 415]) assert.ok(seen.has(status), `no ${status}`)
  })

  test('and the service still works', async () => {
    assert.equal((await sender.ask('GET', '/profiles')).status, 200)
    assert.equal((await instance.owner('GET', '/admin/users')).status, 200)
  })

  test('the health endpoints accept any headers, except a second Host', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/healthz', '/readyz', '/metrics'), oddHeaders, async (target, headers) => {
        const reply = await sendRaw(instance.base, { method: 'GET', target, headers })
        const isTwice = headers.some(([name]) => name.toLowerCase() === 'host')
        assert.ok((isTwice ? [400] : [200, 404]).includes(reply.status), reply.text)
      }),
      { seed, numRuns: runs },
    )
  })
})

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
