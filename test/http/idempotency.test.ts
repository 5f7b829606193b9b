import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { takesKey } from '../../src/contract/operation.ts'
import { callOf } from '../harness/calls.ts'
import { type Ask, operationList, type Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import { saveDraft } from '../harness/drafts.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { becomeOwner, type Person } from '../harness/people.ts'
import { connectOnce } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'

const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key })

const create = ({ ask }: User, key: string, body: unknown, path = '/profiles'): Promise<Reply> =>
  ask('POST', path, { body, headers: keyed(key) })

async function namesOf({ ask }: User): Promise<string[]> {
  const { body } = await ask('GET', '/profiles')
  return body.data.profiles.map(({ name }: { name: string }) => name)
}

const isReplay = ({ headers }: Reply): boolean => headers.get('idempotent-replayed') === 'true'

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startInstance(kind)
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  test('200 equal concurrent requests have one effect and one response; the others get that response or “in progress”', async () => {
    const user = await instance.newUser()
    const replies = await Promise.all(Array.from({ length: 200 }, () => create(user, 'storm', { name: 'Shop' })))
    const done = replies.filter(({ status }) => status === 200)
    const waiting = replies.filter(({ status }) => status !== 200)
    assert.deepEqual(
      waiting.map(({ status, body }) => [status, body.error.code]),
      waiting.map(() => [409, 'idempotency_in_progress']),
    )
    assert.deepEqual(await namesOf(user), ['Default', 'Shop'])
    const last = await create(user, 'storm', { name: 'Shop' })
    assert.ok(isReplay(last))
    assert.deepEqual(new Set(done.map(({ text }) => text)), new Set([last.text]))
    assert.equal(done.filter((reply) => !isReplay(reply)).length, 1)
  })

  test('a repeat gets the first response word for word, even after the resource has changed', async () => {
    const user = await instance.newUser()
    const first = await create(user, 'k', { name: 'Shop' })
    assert.equal(first.headers.get('idempotent-replayed'), null)
    await user.ask('DELETE', `/profiles/${first.body.data.profile_id}`)
    const second = await create(user, 'k', { name: 'Shop' })
    assert.deepEqual([second.status, isReplay(second), second.text], [200, true, first.text])
    assert.notEqual(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
    assert.deepEqual(await namesOf(user), ['Default'])
  })

  test('the same request with its fields in another order is the same request; anything else with its key is refused', async () => {
    const { id } = await instance.newUser()
    const send = (path: string, body: unknown) => instance.owner('POST', path, { body, headers: keyed('order') })
    const path = `/admin/users/${id}/keys`
    assert.equal((await send(path, { name: 'a', scopes: ['read', 'write'] })).status, 200)
    const again = await send(path, { scopes: ['read', 'write'], name: 'a' })
    assert.deepEqual([again.status, isReplay(again)], [200, true])
    const others = [
      await send(path, { name: 'b', scopes: ['read', 'write'] }),
      await send(path, { name: 'a', scopes: ['write', 'read'] }),
      await send(path, { name: 'a' }),
      await send(`/admin/users/${(await instance.newUser()).id}/keys`, { name: 'a', scopes: ['read', 'write'] }),
      await send('/admin/users', { email: 'order@example.com' }),
    ]
    assert.deepEqual(
      others.map(({ status, body }) => [status, body.error?.code]),
      others.map(() => [422, 'idempotency_key_reused']),
    )
    const keys = await instance.owner('GET', path)
    assert.equal(keys.body.data.keys.filter(({ name }: { name: string }) => name === 'a').length, 1)
  })

  test('the same request with another query is another request', async () => {
    const user = await instance.newUser()
    const { id } = await saveDraft(user)
    const edit = (query: string) =>
      user.ask('PATCH', `/drafts/${id}${query}`, {
        body: { expected_revision: 1, message: 'Edited.' },
        headers: keyed('query'),
      })
    assert.equal((await edit('')).status, 200)
    assert.ok(isReplay(await edit('')))
    const { status, body } = await edit(`?profile_id=${user.profileId}`)
    assert.deepEqual([status, body.error?.code], [422, 'idempotency_key_reused'])
  })

  test('a repeat does not show a secret again', async () => {
    const { id } = await instance.newUser()
    const ask: Ask = { body: { name: 'shown once' }, headers: keyed('secret') }
    const first = await instance.owner('POST', `/admin/users/${id}/keys`, ask)
    const second = await instance.owner('POST', `/admin/users/${id}/keys`, ask)
    assert.match(first.body.data.key, /^pp_/)
    assert.deepEqual([isReplay(second), second.text.includes(first.body.data.key)], [true, false])
    assert.equal(second.body.data.id, first.body.data.id)
  })

  test('two users may use the same key, and each gets a separate effect and response', async () => {
    const [ana, ben] = [await instance.newUser(), await instance.newUser()]
    const [first, second] = [await create(ana, 'ours', { name: 'Shop' }), await create(ben, 'ours', { name: 'Shop' })]
    assert.deepEqual([isReplay(second), first.text === second.text], [false, false])
    assert.deepEqual(await namesOf(ben), ['Default', 'Shop'])
  })

  test('a user’s keys belong to the user, whichever API key sends them', async () => {
    const user = await instance.newUser()
    const more = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'second' } })
    const first = await create(user, 'shared', { name: 'Shop' })
    const second = await user.ask('POST', '/profiles', {
      key: more.body.data.key,
      body: { name: 'Shop' },
      headers: keyed('shared'),
    })
    assert.deepEqual([isReplay(second), second.text], [true, first.text])
  })

  test('a refused request frees its key, for the same request and for another', async () => {
    const user = await instance.newUser()
    const refused = [
      await create(user, 'again', { name: '' }),
      await create(user, 'again', { name: 'Shop', typo: 1 }),
      await create(user, 'again', { name: 'Shop' }, '/profiles?typo=1'),
      await create(user, 'again', { name: 'Default' }),
    ]
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.error.code]),
      [...Array(3).fill([400, 'validation_failed']), [409, 'name_taken']],
    )
    const made = await create(user, 'again', { name: 'Shop' })
    assert.deepEqual([made.status, isReplay(made)], [200, false])
    assert.deepEqual(await namesOf(user), ['Default', 'Shop'])
  })

  test('a key has 1 to 255 visible ASCII characters and is sent once', async () => {
    const user = await instance.newUser()
    const wrong = ['', ' ', 'two words', 'tab\there', 'h\u00e9llo', 'x'.repeat(256), 'one, two']
    for (const key of wrong) {
      const { status, body } = await create(user, key, { name: 'Shop' })
      assert.deepEqual([key, status, body.error?.code], [key, 400, 'validation_failed'])
      assert.equal(body.error.details[0].path, 'Idempotency-Key')
    }
    const right = ['x'.repeat(255), '!', '~', '"quoted,key"', '../%00']
    for (const [at, key] of right.entries()) {
      assert.equal((await create(user, key, { name: `Shop ${at}` })).status, 200, key)
      assert.ok(isReplay(await create(user, key, { name: `Shop ${at}` })), key)
    }
  })

  for (const [name, operation] of operationList.filter(([, operation]) => takesKey(operation)))
    test(`${name} takes a key: one that is none is refused before anything happens`, async () => {
      const { method, path, body } = callOf(operation)
      const reply = await owner.ask(method, path, { body, headers: keyed('two words') })
      assert.deepEqual([reply.status, reply.body.error?.details[0]?.path], [400, 'Idempotency-Key'], reply.text)
    })

  for (const [name, operation] of operationList.filter(([, { idempotent }]) => idempotent === false))
    test(`${name} takes no key, and says so`, async () => {
      const { method, path, body } = callOf(operation)
      const reply = await owner.ask(method, path, { body, headers: keyed('right') })
      assert.deepEqual([reply.status, reply.body.error?.details[0]?.code], [400, 'not_taken'], reply.text)
    })

  test('a rotation of the callback secret that is repeated gives the same secret', async () => {
    const user = await instance.newUser()
    const rotate = (key: string) => user.ask('POST', '/callback-secret/rotate', { headers: keyed(key) })
    const [first, second] = [await rotate('once'), await rotate('once')]
    assert.deepEqual([first.status, isReplay(second), second.text], [200, true, first.text])
    const { body } = await user.ask('GET', '/callback-secret')
    assert.equal(body.data.secret, first.body.data.secret)
    assert.notEqual((await rotate('twice')).body.data.secret, first.body.data.secret)
  })

  test('a check that is repeated with its key returns the first findings; without a key it checks again', async () => {
    const user = await instance.newUser()
    const check = (headers: Record<string, string>) =>
      user.ask('POST', '/post/validate', { body: { message: 'We are live.', platforms: ['x'] }, headers })
    const first = await check(keyed('check'))
    await connectOnce(instance, user.profileId, ['x'])
    assert.deepEqual([(await check(keyed('check'))).text, first.body.data.ok], [first.text, false])
    assert.equal((await check({})).body.data.ok, true)
  })

  test('a stored response cannot be read in the database', async () => {
    const user = await instance.newUser()
    const { body } = await create(user, 'marked-key', { name: 'Findable' })
    const rows = await withDatabase(instance.data, (db) => db.selectFrom('idempotency').selectAll().execute())
    const text = JSON.stringify(rows)
    assert.ok(text.includes('marked-key'))
    for (const inside of ['Findable', body.data.profile_id, 'profile_id', Buffer.from('Findable').toString('base64')])
      assert.ok(!text.includes(inside), `the record holds “${inside}”`)
  })
})
