import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planIds } from '../../../src/domain/plans.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'
import { createWebhook, disabled, hookUrl, setWebhook } from '../../harness/webhooks.ts'

const make = async (user: User, name: string): Promise<string> =>
  (await user.ask('POST', '/profiles', { body: { name } })).body.data.profile_id

onEachInstance(startInstance, (instance) => {
  test('an unchanged profile has auto-replies off, empty texts and no warnings', async () => {
    const user = await instance.newUser()
    const { status, body } = await user.ask('GET', '/settings')
    assert.equal(status, 200)
    const { capabilities: _, ...settings } = body.data
    assert.deepEqual(settings, {
      profile_id: user.profileId,
      auto_reply_enabled: false,
      auto_reply_mode: 'review',
      auto_reply_profile: { ready: false, missing_fields: ['business_name', 'business_description', 'brand_profile'] },
      warnings: [],
      brand_profile: '',
      business_name: '',
      business_description: '',
      website_url: '',
      services: '',
      features: '',
      contact_info: '',
      pricing: '',
      faq: '',
      business_profile_prefill_at: null,
      business_profile_prefill_next_allowed_at: null,
      business_profile_prefill_retry_after_seconds: null,
    })
  })

  test('the capabilities are those of the plan', async () => {
    const can_schedule = true
    const expected = {
      1: { can_schedule, can_analytics: false, can_auto_reply: false, tier: 'free', max_accounts_per_platform: 1 },
      2: { can_schedule, can_analytics: true, can_auto_reply: false, tier: 'starter', max_accounts_per_platform: 4 },
      3: { can_schedule, can_analytics: true, can_auto_reply: true, tier: 'pro', max_accounts_per_platform: 10 },
      4: { can_schedule, can_analytics: true, can_auto_reply: true, tier: 'business', max_accounts_per_platform: 50 },
    }
    for (const plan of planIds) {
      const user = await instance.newUser(plan)
      assert.deepEqual((await user.ask('GET', '/settings')).body.data.capabilities, expected[plan])
    }
  })

  test('profile_id names the profile; without it, the default one is used', async () => {
    const user = await instance.newUser()
    const id = await make(user, 'Second')
    await user.ask('POST', '/settings', { body: { profile_id: id, faq: 'Of the second' } })
    await user.ask('POST', '/settings', { body: { faq: 'Of the default' } })
    const faqs = []
    for (const query of ['', `?profile_id=${user.profileId}`, `?profile_id=${id}`]) {
      const { data } = (await user.ask('GET', `/settings${query}`)).body
      faqs.push([data.profile_id, data.faq])
    }
    assert.deepEqual(faqs, [
      [user.profileId, 'Of the default'],
      [user.profileId, 'Of the default'],
      [id, 'Of the second'],
    ])
  })

  test('an account that needs a new login is a warning with all nine fields, in its own profile only', async () => {
    const user = await instance.newUser()
    const second = await make(user, 'Second')
    const account = { profile_id: user.profileId, platform: 'linkedin', remote_id: 'urn:1' }
    const lost = { status: 'needs_reconnect', missing_permissions: '["w_member_social"]' }
    await insertAccount(instance.data, { ...account, ...lost })
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'x' })
    const { warnings } = (await user.ask('GET', '/settings')).body.data
    assert.equal(warnings.length, 1)
    const [{ message, updated_at, ...warning }] = warnings
    assert.deepEqual(warning, {
      scope: 'account',
      platform: 'linkedin',
      code: 'reconnect_required',
      severity: 'warning',
      details: { account_id: 'urn:1', missing_permissions: ['w_member_social'] },
      retry_at: null,
      expires_at: null,
    })
    assert.match(message, /linkedin/)
    assert.ok(Date.parse(updated_at) > 0)
    assert.deepEqual((await user.ask('GET', `/settings?profile_id=${second}`)).body.data.warnings, [])
  })

  test('missing permissions, and access that ends within two weeks, are warnings of a connected account', async () => {
    const day = 86_400_000
    const now = Date.now()
    const cases = [
      [{}, []],
      [{ missing_permissions: '["read_insights"]' }, ['permission_missing']],
      [{ expires_at: now + 13 * day }, ['token_expires_soon']],
      [{ expires_at: now + 15 * day }, []],
      [{ data_access_ends_at: now + 13 * day }, ['data_access_expires_soon']],
      [{ data_access_ends_at: now - day }, ['data_access_expires_soon']],
      [{ data_access_ends_at: now + 15 * day }, []],
    ] as const
    for (const [given, codes] of cases) {
      const user = await instance.newUser()
      await insertAccount(instance.data, { profile_id: user.profileId, platform: 'facebook', ...given })
      const { warnings } = (await user.ask('GET', '/settings')).body.data
      assert.deepEqual(
        warnings.map(({ code }: { code: string }) => code),
        codes,
        JSON.stringify(given),
      )
      const [end] = Object.values(given).filter((value) => typeof value === 'number')
      if (warnings.length > 0)
        assert.equal(warnings[0].expires_at, end === undefined ? null : new Date(end).toISOString())
    }
  })

  test('every disabled webhook is a warning in each of the user’s profiles, with what to do', async () => {
    const user = await instance.newUser()
    const second = await make(user, 'Second')
    await createWebhook(user)
    const [gone, failing] = [await createWebhook(user), await createWebhook(user)]
    const changes = disabled('gone')
    await setWebhook(instance.data, gone, changes)
    await setWebhook(instance.data, failing, disabled('failing'))
    const { warnings } = (await user.ask('GET', '/settings')).body.data
    assert.equal(warnings.length, 2)
    const [{ message, ...warning }] = warnings
    assert.deepEqual(warning, {
      scope: 'profile',
      platform: null,
      code: 'webhook_disabled',
      severity: 'warning',
      details: { webhook_id: gone, url: hookUrl, reason: 'gone' },
      retry_at: null,
      expires_at: null,
      updated_at: new Date(changes.disabled_at).toISOString(),
    })
    for (const part of [/410/, new RegExp(`POST /webhooks/${gone}/enable`), /acme\.example/])
      assert.match(message, part)
    assert.equal(warnings[1].details.webhook_id, failing)
    assert.match(warnings[1].message, /5 days/)
    assert.deepEqual((await user.ask('GET', `/settings?profile_id=${second}`)).body.data.warnings, warnings)
    assert.deepEqual((await (await instance.newUser()).ask('GET', '/settings')).body.data.warnings, [])
    for (const id of [gone, failing]) await user.ask('POST', `/webhooks/${id}/enable`)
    assert.deepEqual((await user.ask('GET', '/settings')).body.data.warnings, [])
  })

  test('after a prefill the three fields show its time and how long to wait for the next one', async () => {
    const user = await instance.newUser()
    await user.ask('POST', '/settings', { body: { website_url: 'https://acme.example' } })
    const hour = 3_600_000
    const readAfter = async (prefilled_at: number) => {
      await withDatabase(instance.data, (db) =>
        db.updateTable('profile_settings').set({ prefilled_at }).where('profile_id', '=', user.profileId).execute(),
      )
      const { data } = (await user.ask('GET', '/settings')).body
      assert.equal(Date.parse(data.business_profile_prefill_at), prefilled_at)
      assert.equal(Date.parse(data.business_profile_prefill_next_allowed_at), prefilled_at + hour)
      return data.business_profile_prefill_retry_after_seconds
    }
    const wait = await readAfter(Date.now() - hour / 2)
    assert.ok(wait > 1_700 && wait <= 1_800, `${wait}`)
    assert.equal(await readAfter(Date.now() - 2 * hour), 0)
  })
})
