import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/contract/operation.ts'
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
const keys = { drafts: '', ahead: '' }

before(async () => {
  instance = await startAccepting('sqlite')
  tried = await instance.newUser(4, ['read', 'write', 'admin'])
  user = await instance.newUser(4, ['read', 'write', 'admin'])
  await connectOnce(instance, user.profileId, ['x', 'bluesky'])
  early = await newKey(user, aheadOnly)
  keys.drafts = await newKey(tried, { policy: 'drafts' })
  keys.ahead = await newKey(tried, aheadOnly)
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

for (const [name, operation] of operationList.filter(([, { scope }]) => scope === 'write')) {
  const { publishes } = operation

  test(`${name}: a key with the policy drafts publishes nothing`, async () => {
    const { body, text } = await perform(operation, keys.drafts)
    const isRefused = publishes !== undefined && publishes !== 'after_approval'
    assert.equal(body?.error?.code === 'approval_required', isRefused, text)
  })

  test(`${name}: a key with the policy ahead does nothing that takes effect at once`, async () => {
    const { status, body, text } = await perform(operation, keys.ahead)
    if (publishes === 'at_once') {
      assert.deepEqual([status, body.error.code, body.error.details[0].minutes_ahead], [403, 'too_soon', ahead], text)
      return
    }
    assert.notEqual(body?.error?.details?.[0]?.message, 'This takes effect at once.', text)
  })
}

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
