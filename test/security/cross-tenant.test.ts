import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { IdKind } from '../../src/contract/common.ts'
import { isInstanceWide, type Operation, takesKey } from '../../src/contract/operation.ts'
import { answerOf, type Call, callOf } from '../harness/calls.ts'
import { operationList } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type Id, malformedIds, neighbourOf, shapes } from '../harness/ids.ts'
import { type Instance, ownerKey, startInstance, type User } from '../harness/instance.ts'
import { type MadeResource, makers } from '../harness/makers.ts'
import { connectOnce, inDays } from '../harness/posts.ts'
import { describeSlot, type Slot, slotsOf } from '../harness/slots.ts'

/** Those that only a person can perform are in test/people. */
const questions = operationList.flatMap(([name, operation]) =>
  operation.personal ? [] : slotsOf(operation).map((slot) => ({ name, operation, slot })),
)
const instanceWide = questions.filter(({ operation }) => isInstanceWide(operation))
const perUser = questions.filter(({ operation }) => !isInstanceWide(operation))

/** Valid bodies on a new instance, for operations whose example would fail there. */
const feasible: Readonly<Record<string, object>> = {
  connect: { platform: 'x' },
  disconnect: { platform: 'x' },
  createPost: { message: 'We are live.', platforms: ['x', 'bluesky'], scheduled_at: inDays(1) },
  saveDraft: { message: 'We are live.' },
  submitDraft: { expected_revision: 1, scheduled_at: inDays(1) },
  upload: { filename: 'rocket.png', contentType: 'image/png', size: 1_000 },
}

/** Operations that need more than a resource, such as a platform's response: `test/http/repeats.test.ts` covers their keys. */
const needsMore: readonly string[] = [
  'replyToComment',
  'approveDraft',
  'returnDraft',
  'restorePost',
  'retryPost',
  'retryJob',
  'resolveJob',
  'attachTiktokUrl',
  'refreshAnalytics',
  'prefillSettings',
  'proposeSettings',
  'selectConnection',
  'redeliver',
  'addSandboxFault',
  'addSandboxComment',
  'setSandboxMetrics',
  'resetSandbox',
]

/** The resources that such a body needs. */
const prepared: Readonly<Record<string, (instance: Instance, user: User) => Promise<void>>> = {
  createPost: (instance, { profileId }) => connectOnce(instance, profileId, ['x', 'bluesky']),
  disconnect: (instance, { profileId }) => connectOnce(instance, profileId, ['x']),
}

/** IDs that only repeat the parent of another slot’s resource: the makers use the default profile. */
const verifying: readonly string[] = [
  'getPost, query.profile_id (profile)',
  'getAnalytics, query.profile_id (profile)',
  'getDraft, query.profile_id (profile)',
  'updateDraft, query.profile_id (profile)',
  'deleteDraft, query.profile_id (profile)',
  'submitDraft, body.profile_id (profile)',
  'approveDraft, body.profile_id (profile)',
  'returnDraft, body.profile_id (profile)',
]
/** IDs of the parent of another slot’s resource: they exist wherever that slot’s resource exists. */
const holding: readonly string[] = ['redeliver, params.id (webhook)']
/** IDs with which the owner can still read deleted resources. */
const remembering: readonly string[] = [
  'listDeliveries, params.id (webhook)',
  'updateOwnKey, params.id (key)',
  'revokeOwnKey, params.id (key)',
  'restorePost, params.id (post)',
]

/** Requests with an invalid key are counted per address, so each test uses its own address. */
let address = 0
const fromElsewhere = () => ({ 'x-forwarded-for': `10.0.${++address >> 8}.${address & 255}` })

test('every kind of ID that an operation accepts can be created for these tests', () => {
  const missing = questions.filter(({ slot }) => !makers[slot.kind])
  assert.deepEqual([...new Set(missing.map(({ slot }) => slot.kind))], [])
})

onEachDatabase((kind) => {
  let instance: Instance
  /** The caller; has an ordinary key. */
  let ana: User
  /** Another caller; administers the instance. */
  let root: User
  /** The first user. */
  let operator: User
  /** The owner of the resources that others request. */
  let ben: User
  let revoked: string
  /** The answers that ben gets before anybody else requests his resources. */
  let bensBefore: string

  const made = new Map<string, MadeResource>()
  /** One resource of a kind per user, always the same; an unknown ID if this kind can't be created yet. */
  async function resource(user: User, idKind: IdKind, use: string): Promise<MadeResource> {
    const name = `${user.id} ${idKind} ${use}`
    const known = made.get(name)
    const beside = async (other: IdKind) => (await resource(user, other, 'beside')).id
    const fresh = known ?? (await makers[idKind]?.(instance, user, beside)) ?? { id: shapes[idKind].unknown() }
    made.set(name, fresh)
    return fresh
  }

  before(async () => {
    instance = await startInstance(kind, {
      env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32', X_CLIENT_ID: 'app', X_CLIENT_SECRET: 'app-secret' },
    })
    ana = await instance.newUser()
    ben = await instance.newUser()
    root = await instance.newUser(4, ['read', 'write', 'admin'])
    const [first] = (await instance.owner('GET', '/admin/users')).body.data.users
    operator = { ...root, id: first.id, key: ownerKey, profileId: first.default_profile_id, ask: instance.owner }
    const other = await instance.newUser()
    revoked = other.key
    await instance.owner('DELETE', `/admin/keys/${other.keyId}`)
    for (const { slot } of perUser) {
      await resource(ben, slot.kind, 'kept')
      for (const user of [ana, root, ben]) {
        const { remove } = await resource(user, slot.kind, 'deleted')
        await remove?.()
      }
    }
    bensBefore = await everythingOf(ben)
  })
  after(() => instance.stop())

  const send = (user: User, { method, path, body }: Call, key: string | null = user.key) =>
    user.ask(method, path, { key, body, ...(key === user.key ? {} : { headers: fromElsewhere() }) })

  /** The operation's example with this ID in the slot; all other IDs are the caller's own. */
  async function asking(user: User, operation: Operation, slot: Slot, id: unknown, use = 'beside'): Promise<Call> {
    const beside = new Map<Slot, Id>()
    for (const other of slotsOf(operation)) beside.set(other, (await resource(user, other.kind, use)).id)
    return callOf(operation, (other) => (other === slot ? id : beside.get(other)), slot)
  }

  /** Well-formed IDs that do not belong to the caller. */
  async function notOwn(user: User, idKind: IdKind): Promise<Record<string, Id>> {
    const own = await resource(user, idKind, 'beside')
    const foreign = await resource(ben, idKind, 'kept')
    return {
      unknown: shapes[idKind].unknown(),
      foreign: foreign.id,
      neighbour: neighbourOf(own.id, [own.id, ...(own.own ?? [])]),
      'neighbour of a foreign one': neighbourOf(foreign.id, [foreign.id, ...(foreign.own ?? []), ...(own.own ?? [])]),
      deleted: makers[idKind] ? (await resource(user, idKind, 'deleted')).id : shapes[idKind].unknown(),
      'foreign deleted': makers[idKind] ? (await resource(ben, idKind, 'deleted')).id : shapes[idKind].unknown(),
    }
  }

  for (const { name, operation, slot } of perUser) {
    const what = `${name}, ${describeSlot(slot)}`
    const callers = () => (operation.scope === 'admin' ? [root] : [ana, root])

    test(`${what}: another user’s resource gets the same response as a missing one, even with an admin key`, async () => {
      for (const user of callers()) {
        const answers = new Map<string, ReturnType<typeof answerOf>>()
        for (const [which, id] of Object.entries(await notOwn(user, slot.kind)))
          if (which !== 'deleted' || !remembering.includes(what))
            answers.set(which, answerOf(await send(user, await asking(user, operation, slot, id))))
        const unknown = answers.get('unknown')
        assert.equal(unknown?.status, 404, unknown?.text)
        for (const [which, answer] of answers) assert.deepEqual(answer, unknown, which)
      }
    })

    if (!holding.includes(what))
      test(`${what}: the caller’s own resource is found`, async () => {
        const use = `found by ${what}`
        const [user = ana] = callers()
        const call = verifying.includes(what)
          ? await asking(user, operation, slot, user.profileId, use)
          : await asking(user, operation, slot, (await resource(user, slot.kind, use)).id)
        const reply = await send(user, call)
        assert.ok(![400, 401, 403, 404].includes(reply.status), reply.text)
      })

    test(`${what}: a malformed ID is refused`, async () => {
      for (const id of malformedIds(slot.kind, slot.place)) {
        const [user = ana] = callers()
        const reply = await send(user, await asking(user, operation, slot, id))
        assert.equal(reply.status, 400, `${id}: ${reply.text}`)
        assert.equal(reply.body.error.code, slot.place === 'params' ? 'invalid_id' : 'validation_failed')
        assert.ok(reply.body.error.details[0].path.startsWith(slot.path.join('.')), reply.text)
      }
    })
  }

  test('requests of other users change nothing in a user’s resources', async () => {
    assert.equal(await everythingOf(ben), bensBefore)
  })

  for (const { name, operation, slot } of questions)
    test(`${name}, ${describeSlot(slot)}: without a valid key the response reveals nothing about any ID`, async () => {
      const own = (await resource(ana, slot.kind, 'beside')).id
      const ids = [
        own,
        ...Object.values(await notOwn(ana, slot.kind)),
        ...malformedIds(slot.kind, slot.place).slice(0, 3),
      ]
      for (const key of [revoked, null]) {
        const answers = []
        for (const id of ids) answers.push(answerOf(await send(ana, await asking(ana, operation, slot, id), key)))
        for (const answer of answers) assert.deepEqual(answer, answers[0])
        assert.equal(answers[0]?.status, 401)
      }
    })

  for (const { name, operation, slot } of instanceWide) {
    const what = `${name}, ${describeSlot(slot)}`

    test(`${what}: an admin key of the first user reaches the resources of all users, and no missing one`, async () => {
      for (const user of [ben, root]) {
        const { id } = await resource(user, slot.kind, name)
        const reply = await send(operator, await asking(operator, operation, slot, id))
        assert.equal(reply.status, 200, reply.text)
      }
      const unknown = await send(operator, await asking(operator, operation, slot, shapes[slot.kind].unknown()))
      assert.equal(unknown.status, 404, unknown.text)
      for (const id of malformedIds(slot.kind, slot.place))
        assert.equal((await send(operator, await asking(operator, operation, slot, id))).status, 400, `${id}`)
    })

    test(`${what}: any other key gets the same response for every ID, its own user’s too`, async () => {
      const foreign = (await resource(ben, slot.kind, 'kept')).id
      for (const user of [ana, root]) {
        const own = (await resource(user, slot.kind, 'beside')).id
        const answers = []
        for (const id of [own, foreign, shapes[slot.kind].unknown(), ...malformedIds(slot.kind, slot.place)])
          answers.push(answerOf(await send(user, await asking(user, operation, slot, id))))
        for (const answer of answers) assert.deepEqual(answer, answers[0])
        assert.equal(answers[0]?.status, 403)
      }
    })
  }

  const keyed = operationList.filter(
    ([name, operation]) => takesKey(operation) && !needsMore.includes(name) && !isInstanceWide(operation),
  )
  for (const [name, operation] of keyed)
    test(`${name}: the idempotency key of one user does not repeat another user’s response`, async () => {
      const [first, second] = await Promise.all([1, 2].map(() => instance.newUser(4, ['read', 'write', 'admin'])))
      assert.ok(first && second)
      const headers = { 'idempotency-key': 'the-same-of-both' }
      const ask = async (user: User) => {
        const own: Record<string, Id> = {}
        for (const { kind: idKind } of slotsOf(operation)) own[idKind] = (await resource(user, idKind, name)).id
        const { method, path, body: example } = callOf(operation, ({ kind: idKind }) => own[idKind])
        return user.ask(method, path, { body: feasible[name] ?? example, headers })
      }
      for (const user of [first, second]) await prepared[name]?.(instance, user)
      const done = await ask(first)
      assert.equal(done.status, 200, `Put a body that succeeds on a bare instance into \`feasible\`: ${done.text}`)
      assert.equal((await ask(first)).headers.get('idempotent-replayed'), 'true')
      const other = await ask(second)
      assert.equal(other.headers.get('idempotent-replayed'), null, other.text)
      assert.notEqual(other.status, 422, other.text)
    })

  /** All reads that need no ID, without what the requests themselves change. */
  async function everythingOf(user: User): Promise<string> {
    const texts: string[] = []
    for (const [, { method, path, scope, personal, params, query }] of operationList) {
      if (method !== 'GET' || scope !== 'read' || personal || params || query?.safeParse({}).success === false) continue
      texts.push((await user.ask(method, path)).text)
    }
    assert.ok(texts.length >= 4)
    return texts.join('\n').replace(/"(last_used_at|since|listed_at)":"[^"]*"/g, '"$1":null')
  }

  test('no list of one user contains anything of another user', async () => {
    const shown = await everythingOf(ana)
    assert.ok(shown.includes(ana.profileId))
    const foreign = [...made].flatMap(([name, { id }]) => (name.startsWith(`${ben.id} `) ? [id] : []))
    for (const id of [ben.profileId, ...foreign])
      if (typeof id === 'string') assert.ok(!shown.includes(id), `${id} is in ${shown}`)
  })
})
