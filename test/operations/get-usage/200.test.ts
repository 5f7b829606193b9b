import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { planIds } from '../../../src/domain/plans.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { createPost, inDays, newPublisher, schedulePost, setJob } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

const monthStart = (at: number, months: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + months)

const monthName = (at: number, months: number): string => new Date(monthStart(at, months)).toISOString().slice(0, 7)

onEachDatabase((kind) => {
  let instance: Instance
  let withoutAllowance: Instance
  before(async () => {
    const POLYPOST_RATE_LIMITS = '1001,1002,1003,1004'
    instance = await startInstance(kind, {
      env: {
        POLYPOST_RATE_LIMITS,
        POLYPOST_POSTING_ALLOWANCES: '30,300,3000,0',
        POLYPOST_KEEP_POSTS_DAYS: '730',
        POLYPOST_KEEP_EVENTS_DAYS: '31',
        POLYPOST_MEDIA_KEEP_DAYS: '7',
      },
      roles: { api: true, worker: false },
    })
    withoutAllowance = await startInstance(kind)
  })
  after(async () => {
    await instance.stop()
    await withoutAllowance.stop()
  })

  test('plan, requests per minute, accounts and posting allowance follow the plan and the settings', async () => {
    const expected = {
      1: { name: 'Free', tier: 'free', requests: 1001, accounts: 1, allowance: 30 },
      2: { name: 'Starter', tier: 'starter', requests: 1002, accounts: 4, allowance: 300 },
      3: { name: 'Pro', tier: 'pro', requests: 1003, accounts: 10, allowance: 3000 },
      4: { name: 'Business', tier: 'business', requests: 1004, accounts: 50, allowance: null },
    }
    for (const plan of planIds) {
      const user = await instance.newUser(plan)
      const { status, body, headers } = await user.ask('GET', '/usage')
      const { name, tier, requests, accounts, allowance } = expected[plan]
      assert.equal(status, 200)
      assert.deepEqual(body.data.plan, { id: plan, name, tier })
      const { requests_per_minute, max_accounts_per_platform } = body.data.limits
      assert.deepEqual(
        { requests_per_minute, max_accounts_per_platform },
        { requests_per_minute: requests, max_accounts_per_platform: accounts },
      )
      assert.equal(headers.get('x-ratelimit-limit'), String(requests))
      assert.deepEqual([body.data.posting_allowance.limit, body.data.posting_allowance.used], [allowance, 0])
    }
  })

  test('without the setting no plan has a posting allowance', async () => {
    for (const plan of planIds) {
      const user = await withoutAllowance.newUser(plan)
      assert.equal((await user.ask('GET', '/usage')).body.data.posting_allowance.limit, null)
    }
  })

  test('how long data is kept follows the settings of the instance; null is for ever', async () => {
    const daysOf = async ({ newUser }: Instance) => (await (await newUser()).ask('GET', '/usage')).body.data.kept_days
    const usual = {
      posts: null,
      steps: 30,
      metrics: 400,
      replies: 400,
      comments: 400,
      events: 90,
      audit: 400,
      media: 30,
    }
    assert.deepEqual(await daysOf(withoutAllowance), usual)
    assert.deepEqual(await daysOf(instance), { ...usual, posts: 730, events: 31, media: 7 })
  })

  test('the allowance resets at the first moment of the next month, UTC', async () => {
    const user = await instance.newUser()
    const earliest = Date.now()
    const { resets_at } = (await user.ask('GET', '/usage')).body.data.posting_allowance
    assert.match(resets_at, /^\d{4}-\d\d-01T00:00:00\.000Z$/)
    assert.ok(Date.parse(resets_at) > earliest)
    assert.ok([monthStart(earliest, 1), monthStart(Date.now(), 1)].includes(Date.parse(resets_at)))
  })

  test('used counts this user’s jobs that are due this calendar month, without cancelled and failed ones', async () => {
    const [user, other] = [await newPublisher(instance, { plan: 2 }), await newPublisher(instance, { plan: 2 })]
    await createPost(other)
    const counted = await schedulePost(user)
    const given = await schedulePost(user)
    const before = await schedulePost(user)
    await schedulePost(user, { scheduled_at: inDays(40) })
    const now = Date.now()
    const setDue = (ids: readonly number[], scheduled_for: number, status: string) =>
      Promise.all(ids.map((id) => setJob(instance.data, id, { scheduled_for, status, due_at: null })))
    await setDue(counted.jobIds, monthStart(now, 0), 'completed')
    await setDue(given.jobIds.slice(0, 1), now, 'failed')
    await setDue(given.jobIds.slice(1), now, 'cancelled')
    await setDue(before.jobIds, monthStart(now, 0) - 1, 'completed')
    const { used, limit } = (await user.ask('GET', '/usage')).body.data.posting_allowance
    assert.deepEqual({ used, limit }, { used: 2, limit: 300 })
    assert.equal((await other.ask('GET', '/usage')).body.data.posting_allowance.used, 2)
  })

  test('model tokens are the sum of this month over all profiles, deleted ones too', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const empty = await user.ask('GET', '/usage')
    const { since, ...none } = empty.body.data.model_tokens
    assert.deepEqual(none, { limit: null, input: 0, output: 0 })
    const now = Date.now()
    assert.equal(Date.parse(since), monthStart(now, 0))

    const tokens = (profile_id: string, month: string, input_tokens: number, output_tokens: number) => ({
      profile_id,
      month,
      input_tokens,
      output_tokens,
    })
    const rows = [
      tokens(user.profileId, monthName(now, 0), 1_000, 20),
      tokens(second, monthName(now, 0), 300_000_000_000, 4),
      tokens(second, monthName(now, -1), 7, 7),
      tokens(other.profileId, monthName(now, 0), 50, 50),
    ]
    await withDatabase(instance.data, (db) => db.insertInto('model_usage').values(rows).execute())
    await user.ask('DELETE', `/profiles/${second}`)
    const { input, output } = (await user.ask('GET', '/usage')).body.data.model_tokens
    assert.deepEqual({ input, output }, { input: 300_000_001_000, output: 24 })
  })

  test('the caller’s own keys are listed, revoked ones too, and none with its secret', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const made = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'second' } })
    await instance.owner('DELETE', `/admin/keys/${made.body.data.id}`)
    const { body, text } = await user.ask('GET', '/usage')
    const listed = await instance.owner('GET', `/admin/users/${user.id}/keys`)
    assert.deepEqual(body.data.keys, listed.body.data.keys)
    assert.deepEqual(
      body.data.keys.map((key: { prefix: string; revoked_at: string | null }) => [key.prefix, key.revoked_at !== null]),
      [
        [user.key.slice(0, 10), false],
        [made.body.data.key.slice(0, 10), true],
      ],
    )
    for (const key of [user.key, made.body.data.key]) assert.ok(!text.includes(key.slice(0, 12)))
    assert.ok(!text.includes(other.key.slice(0, 10)))
  })
})
