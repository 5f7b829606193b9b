import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { leastRole, type Operation } from '../../src/contract/operation.ts'
import { isAtLeast } from '../../src/domain/roles.ts'
import { hour, minute } from '../../src/domain/time.ts'
import { callOf } from '../harness/calls.ts'
import { operationList } from '../harness/client.ts'
import { saveDraft } from '../harness/drafts.ts'
import type { Instance, User } from '../harness/instance.ts'
import { connectOnce, inMinutes, schedulePost, startAccepting, textPost } from '../harness/posts.ts'

/** Written by hand: whoever adds an operation that publishes decides what a limited caller may do with it. */
const publishing: Readonly<Record<string, Operation['publishes']>> = {
  bulkPosts: 'at_its_time',
  createPost: 'at_its_time',
  importPosts: 'after_approval',
  updatePost: 'at_its_time',
  restorePost: 'at_its_time',
  retryPost: 'at_once',
  retryJob: 'at_once',
  resolveJob: 'at_once',
  attachTiktokUrl: 'at_once',
  submitDraft: 'after_approval',
  approveDraft: 'at_its_time',
  returnDraft: 'at_its_time',
  replyToComment: 'at_once',
  approveAutoReply: 'at_once',
  updateSettings: 'at_once',
}

const ahead = 60 // minutes

let instance: Instance
/** Every operation is tried for this user. */
let tried: User
let user: User
let early: string

const newKey = async (of: User, body: object): Promise<string> =>
  (await of.ask('POST', '/keys', { body: { name: 'limited', ...body } })).body.data.key
const aheadOnly = { policy: 'ahead', minutes_ahead: ahead }
const keys = { drafts: '', ahead: '', asking: '' }

before(async () => {
  instance = await startAccepting('sqlite')
  tried = await instance.newUser(4, ['read', 'write', 'admin'])
  user = await instance.newUser(4, ['read', 'write', 'admin'])
  await connectOnce(instance, user.profileId, ['x', 'bluesky'])
  early = await newKey(user, aheadOnly)
  keys.drafts = await newKey(tried, { policy: 'drafts' })
  keys.ahead = await newKey(tried, aheadOnly)
  keys.asking = await newKey(tried, { unattended: false })
})
after(() => instance.stop())

const perform = (operation: Operation, key: string) => {
  const { method, path, body } = callOf(operation)
  return tried.ask(method, path, { body, key })
}

test('the operations that publish are those decided', () => {
  const marked = operationList.flatMap(([name, { publishes }]) => (publishes ? [[name, publishes] as const] : []))
  assert.deepEqual(Object.fromEntries(marked), publishing)
})

test('an operation that can use up the posting allowance publishes', () => {
  for (const [name, { errors, publishes }] of operationList)
    if (errors?.includes('posting_allowance_used_up')) assert.notEqual(publishes, undefined, name)
})

/** A key that needs a person’s yes has nobody to ask outside of /mcp. */
const mostOf = { drafts: 'author', ahead: 'editor', asking: 'author' } as const
const forKeys = operationList.filter(([, { scope, personal }]) => (scope === 'read' || scope === 'write') && !personal)

for (const policy of ['drafts', 'ahead', 'asking'] as const)
  for (const [name, operation] of forKeys) {
    const { publishes } = operation
    const most = mostOf[policy]
    const least = leastRole(operation) ?? 'viewer'

    test(`${name}: a key that is limited to ${policy} may do it exactly if its role may, and publishes no more`, async () => {
      const { status, body, text } = await perform(operation, keys[policy])
      const code = body?.error?.code
      if (policy !== 'ahead' && publishes !== undefined && publishes !== 'after_approval')
        assert.deepEqual([status, code], [403, 'approval_required'], text)
      else if (policy === 'ahead' && publishes === 'at_once')
        assert.deepEqual([status, code, body.error.details[0].minutes_ahead], [403, 'too_soon', ahead], text)
      else if (!isAtLeast(most, least)) {
        assert.deepEqual([status, code], [403, 'insufficient_role'], text)
        assert.match(
          body.error.message,
          policy === 'asking' ? /must ask a person/ : new RegExp(`policy “${policy}” may do what the role “${most}”`),
        )
      } else {
        assert.doesNotMatch(String(code), /^(approval_required|insufficient_role|insufficient_scope)$/, text)
        assert.notEqual(body?.error?.details?.[0]?.message, 'This takes effect at once.', text)
      }
    })
  }

test('a key that only drafts can’t empty the schedule, listen, or change accounts', async () => {
  const { id, jobIds } = await schedulePost(user)
  const tries = [
    ['DELETE', `/posts/${id}`],
    ['POST', `/jobs/${jobIds[0]}/cancel`],
    ['POST', '/posts/bulk', { action: 'delete', ids: [id] }],
    ['POST', '/disconnect', { platform: 'x' }],
    ['POST', '/webhooks', { url: 'https://hooks.example.com/all', events: ['*'] }],
    ['GET', '/callback-secret'],
    ['POST', '/profiles', { name: 'Another one' }],
  ] as const
  const drafts = await newKey(user, { policy: 'drafts' })
  for (const [method, path, body] of tries) {
    const { status, text } = await user.ask(method, path, { key: drafts, body })
    assert.equal(status, 403, `${method} ${path}: ${text}`)
  }
  assert.equal((await user.ask('GET', `/posts/${id}`)).body.data.status, 'scheduled')
})

test('a key that needs a person’s yes cannot give itself or another key more', async () => {
  const scopes = ['read', 'write', 'admin']
  const { id, key } = (await user.ask('POST', '/keys', { body: { name: 'asking', scopes, unattended: false } })).body
    .data
  const tries = [
    ['PATCH', `/keys/${id}`, { unattended: true }],
    ['POST', '/keys', { name: 'another' }],
  ] as const
  for (const [method, path, body] of tries)
    assert.equal((await user.ask(method, path, { key, body })).status, 403, `${method} ${path}`)
  const { keys: listed } = (await user.ask('GET', '/keys')).body.data
  assert.equal(listed.find((one: { id: number }) => one.id === id).unattended, false)
})

test('a key that only drafts deletes the drafts that it made, and no others', async () => {
  const drafts = await newKey(user, { policy: 'drafts' })
  const remove = (id: string) => user.ask('DELETE', `/drafts/${id}`, { key: drafts, body: { expected_revision: 1 } })
  const theirs = await saveDraft(user, textPost)
  const refused = await remove(theirs.id)
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_role'], refused.text)
  const own = await user.ask('POST', '/drafts', { key: drafts, body: textPost })
  assert.equal((await remove(own.body.data.id)).status, 200, own.text)
})

test('a key with the policy ahead creates posts that are far enough ahead, and no others', async () => {
  const create = (more: object) => user.ask('POST', '/post', { key: early, body: { ...textPost, ...more } })
  for (const more of [{}, { scheduled_at: inMinutes(ahead - 1) }]) {
    const { status, body } = await create(more)
    assert.deepEqual([status, body.error.code], [403, 'too_soon'])
    assert.deepEqual([body.error.details[0].path, body.error.details[0].minutes_ahead], ['scheduled_at', ahead])
  }
  assert.equal((await create({ scheduled_at: inMinutes(ahead + 1) })).status, 200)
})

test('validation reports a post that is too soon before it is refused', async () => {
  const { body } = await user.ask('POST', '/post/validate', { key: early, body: textPost })
  assert.deepEqual([body.data.ok, body.data.findings[0].code], [false, 'too_soon'])
})

test('a key with the policy ahead cannot move a post too near, nor edit one that is too near', async () => {
  const edit = (id: number, changes: object) =>
    user.ask('PATCH', `/posts/${id}`, { key: early, body: { expected_revision: 1, ...changes } })
  const far = await schedulePost(user, { scheduled_at: inMinutes(10 * ahead) })
  for (const scheduled_at of [inMinutes(ahead - 1), null])
    assert.equal((await edit(far.id, { scheduled_at })).body.error.code, 'too_soon')
  assert.equal((await edit(far.id, { scheduled_at: inMinutes(2 * ahead) })).status, 200)
  const near = await schedulePost(user, { scheduled_at: inMinutes(ahead - 1) })
  assert.equal((await edit(near.id, { message: 'Changed at the last moment.' })).body.error.code, 'too_soon')
  assert.equal((await edit(near.id, { scheduled_at: inMinutes(ahead + 1) })).status, 200)
})

test('a key with the policy ahead gets the next free slot that is far enough ahead', async () => {
  const soon = new Date(Date.now() + 10 * minute)
  const later = new Date(Date.now() + ahead * minute + hour)
  const weekday = (at: Date) => at.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
  const slot = (at: Date) => ({ weekday: weekday(at), time: at.toISOString().slice(11, 16) })
  const body = { timezone: 'UTC', slots: [slot(soon), slot(later)] }
  const set = await user.ask('PUT', `/profiles/${user.profileId}/slots`, { body })
  assert.equal(set.status, 200, set.text)
  const created = await user.ask('POST', '/post', { key: early, body: { ...textPost, scheduled_at: 'next_slot' } })
  assert.equal(created.status, 200, created.text)
  const post = (await user.ask('GET', `/posts/${created.body.post_id}`)).body.data
  assert.equal(post.scheduled_at.slice(0, 16), later.toISOString().slice(0, 16))
})

test('a key with the policy ahead submits drafts only for a time that is far enough ahead', async () => {
  const { id } = await saveDraft(user, textPost)
  const submit = (more: object) =>
    user.ask('POST', `/drafts/${id}/submit`, { key: early, body: { expected_revision: 1, ...more } })
  assert.equal((await submit({})).body.error.code, 'too_soon')
  const { status, body } = await submit({ scheduled_at: inMinutes(ahead + 1) })
  assert.deepEqual([status, body.data.status], [200, 'submitted'])
})
