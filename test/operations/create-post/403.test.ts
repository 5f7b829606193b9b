import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance } from '../../harness/instance.ts'
import {
  codesOf,
  connectOnce,
  createPost,
  inDays,
  newPublisher,
  setJob,
  startAccepting,
  textPost,
} from '../../harness/posts.ts'
import { insertAccount } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '100,100,3,0' })
  })
  after(() => instance.stop())

  test('jobs beyond the month’s allowance are refused, all or nothing, with the time when the next month starts', async () => {
    const user = await newPublisher(instance, { plan: 3 })
    await createPost(user)
    for (const operation of ['/post', '/post/validate'] as const) {
      const reply = await user.ask('POST', operation, { body: textPost })
      if (operation === '/post') {
        assert.deepEqual(codesOf(reply), {
          status: 403,
          code: 'posting_allowance_used_up',
          details: ['posting_allowance_used_up'],
        })
        const [{ limit, actual, resets_at }] = reply.body.error.details
        assert.deepEqual([limit, actual], [3, 4])
        const now = new Date()
        assert.equal(Date.parse(resets_at), Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
      } else {
        assert.equal(reply.body.data.ok, false)
        assert.equal(reply.body.data.findings[0].code, 'posting_allowance_used_up')
      }
    }
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
    await createPost(user, { platforms: ['x'] })
    assert.equal((await user.ask('POST', '/post', { body: { ...textPost, platforms: ['x'] } })).status, 403)
  })

  test('a job counts in the month in which it is due', async () => {
    const user = await newPublisher(instance, { plan: 3 })
    await createPost(user)
    await createPost(user, { scheduled_at: inDays(40) })
    const refused = await user.ask('POST', '/post', { body: { ...textPost, scheduled_at: inDays(40) } })
    assert.equal(refused.status, 403)
  })

  test('a cancelled or failed job returns its part of the allowance', async () => {
    const user = await newPublisher(instance, { plan: 3 })
    const [first = 0, second = 0] = (await createPost(user)).jobIds
    await user.ask('POST', `/jobs/${first}/cancel`)
    await setJob(instance.data, second, { status: 'failed', due_at: null })
    await createPost(user)
    assert.equal((await user.ask('POST', '/post', { body: textPost })).status, 403)
  })

  test('of posts sent at once, no more are accepted than the allowance permits', async () => {
    const user = await newPublisher(instance, { plan: 3 })
    const body = { ...textPost, platforms: ['x'] }
    const replies = await Promise.all(Array.from({ length: 8 }, () => user.ask('POST', '/post', { body })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 403, 403, 403, 403, 403])
  })

  test('an allowance of 0 allows no post', async () => {
    const user = await newPublisher(instance, { plan: 4 })
    for (let count = 0; count < 3; count++) await createPost(user)
  })

  test('after a downgrade, the oldest account can be posted to, and accounts beyond the limit can’t', async () => {
    const user = await newPublisher(instance, { plan: 2, platforms: ['x'] })
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, second, ['x', 'bluesky'])
    await createPost(user, { platforms: ['x'], profile_id: second })
    await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 1 } })

    await createPost(user, { platforms: ['x'] })
    await createPost(user, { platforms: ['bluesky'], profile_id: second })
    const refused = await user.ask('POST', '/post', { body: { ...textPost, platforms: ['x'], profile_id: second } })
    assert.deepEqual(codesOf(refused), {
      status: 403,
      code: 'account_limit_reached',
      details: ['account_limit_reached'],
    })
    assert.deepEqual([refused.body.error.details[0].platform, refused.body.error.details[0].limit], ['x', 1])
  })

  test('an account that several profiles share counts once', async () => {
    const user = await newPublisher(instance, { plan: 1, platforms: [] })
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    for (const profile_id of [user.profileId, second])
      await insertAccount(instance.data, { profile_id, platform: 'x', remote_id: `shared of ${user.id}` })
    for (const profile_id of [user.profileId, second]) await createPost(user, { platforms: ['x'], profile_id })
  })
})
