import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { planIds } from '../../../src/domain/plans.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

const texts = [
  'brand_profile',
  'business_name',
  'business_description',
  'website_url',
  'services',
  'features',
  'contact_info',
  'pricing',
  'faq',
]

const context = { business_name: 'Acme', business_description: 'Makes everything.', brand_profile: 'Brief.' }
const { business_name, business_description, brand_profile } = context

const contexts: readonly (readonly [what: string, fields: object, missing: readonly string[]])[] = [
  ['name, description and brand profile', context, []],
  ['name, description and FAQ', { business_name, business_description, faq: 'Open? Yes.' }, []],
  ['name and description', { business_name, business_description }, ['brand_profile']],
  ['brand profile alone', { brand_profile }, ['business_name', 'business_description']],
  ['FAQ and name', { faq: 'Open? Yes.', business_name }, ['business_description']],
  ['everything else', { services: 's', features: 'f', pricing: 'p', contact_info: 'c' }, [...Object.keys(context)]],
  ['spaces', { ...context, business_name: '  \n', faq: ' ', brand_profile: ' ' }, ['business_name', 'brand_profile']],
]

const websites = [
  'https://acme.example',
  'http://acme.example/',
  'HTTPS://ACME.EXAMPLE/Path?query=1#part',
  'https://shop.acme.example:8443/a%20b',
  'https://münchen.example/größe',
  'https://пример.рф/о-нас',
  'http://127.0.0.1:8080/',
  'http://localhost:3000/',
]

onEachDatabase((kind) => {
  let instance: Instance
  let withModel: Instance
  let withSandbox: Instance
  before(async () => {
    instance = await startInstance(kind)
    withModel = await startInstance(kind, { env: { LLM_MODEL: 'small' } })
    withSandbox = await startInstance(kind, { env: { POLYPOST_SANDBOX: 'on' } })
  })
  after(async () => {
    await instance.stop()
    await withModel.stop()
    await withSandbox.stop()
  })

  test('a change of one field leaves all others as they are', async () => {
    const user = await instance.newUser()
    const expected: Record<string, string> = Object.fromEntries(texts.map((field) => [field, '']))
    for (const field of texts) {
      expected[field] = field === 'website_url' ? 'https://acme.example' : `New ${field}`
      const { status, body } = await user.ask('POST', '/settings', { body: { [field]: expected[field] } })
      assert.equal(status, 200)
      assert.deepEqual(Object.fromEntries(texts.map((name) => [name, body.data[name]])), expected)
    }
    const { body } = await user.ask('POST', '/settings', { body: { auto_reply_mode: 'review' } })
    assert.deepEqual(Object.fromEntries(texts.map((name) => [name, body.data[name]])), expected)
    assert.equal(body.data.auto_reply_mode, 'review')
    assert.equal(body.data.auto_reply_enabled, false)
  })

  test('auto-replies that were newly turned on went out without an approval', async () => {
    const user = await instance.newUser()
    const change = async (body: object) => (await user.ask('POST', '/settings', { body })).body.data.auto_reply_mode
    assert.equal(await change({ auto_reply_enabled: true }), 'review')
    assert.equal(await change({ auto_reply_mode: 'automatic' }), 'automatic')
    assert.equal(await change({ auto_reply_enabled: true, business_name: 'Acme' }), 'automatic', 'they are on already')
    await change({ auto_reply_enabled: false })
    assert.equal(await change({ auto_reply_enabled: true }), 'review')
  })

  test('the response equals a later read', async () => {
    const user = await instance.newUser()
    const changed = await user.ask('POST', '/settings', { body: { ...context, auto_reply_enabled: true } })
    assert.deepEqual((await user.ask('GET', '/settings')).body, changed.body)
  })

  test('concurrent changes to different fields are all stored', async () => {
    const user = await instance.newUser()
    const fields = texts.filter((field) => field !== 'website_url')
    const replies = await Promise.all(
      fields.map((field) => user.ask('POST', '/settings', { body: { [field]: `At once ${field}` } })),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const { data } = (await user.ask('GET', '/settings')).body
    for (const field of fields) assert.equal(data[field], `At once ${field}`)
  })

  test('an empty string clears a field, and the context is incomplete again', async () => {
    const user = await instance.newUser()
    const { body: full } = await user.ask('POST', '/settings', { body: context })
    assert.equal(full.data.auto_reply_profile.ready, true)
    const { body } = await user.ask('POST', '/settings', { body: { business_name: '', website_url: '' } })
    assert.equal(body.data.business_name, '')
    assert.deepEqual(body.data.auto_reply_profile, { ready: false, missing_fields: ['business_name'] })
    assert.equal(body.data.business_description, context.business_description)
  })

  test('every text may have 10,000 characters and is returned unchanged', async () => {
    const user = await instance.newUser()
    const long = 'Zażółć 🦊 "gęślą"\n\tjaźń \u2028 <b>&amp;</b> '.repeat(400)
    const text = [...long].slice(0, 10_000).join('')
    const url = `https://acme.example/${'p'.repeat(10_000 - 'https://acme.example/'.length)}`
    const body = Object.fromEntries(texts.map((field) => [field, field === 'website_url' ? url : text]))
    const { status } = await user.ask('POST', '/settings', { body })
    assert.equal(status, 200)
    const { data } = (await user.ask('GET', '/settings')).body
    for (const [field, sent] of Object.entries(body)) assert.equal(data[field], sent, field)
  })

  for (const url of websites)
    test(`${url} is accepted as a website`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', '/settings', { body: { website_url: url } })
      assert.equal(status, 200)
      assert.equal(body.data.website_url, url)
    })

  test('an empty object or no body at all changes nothing', async () => {
    const user = await instance.newUser()
    const set = await user.ask('POST', '/settings', { body: { ...context, auto_reply_mode: 'review' } })
    assert.deepEqual((await user.ask('POST', '/settings', { body: {} })).body, set.body)
    assert.deepEqual((await user.ask('POST', '/settings')).body, set.body)
  })

  test('only the named profile is changed; without a name, the default one', async () => {
    const user = await instance.newUser()
    const made = await user.ask('POST', '/profiles', { body: { name: 'Second' } })
    const id = made.body.data.profile_id
    const named = await user.ask('POST', '/settings', { body: { profile_id: id, services: 'Second’s' } })
    assert.deepEqual([named.body.data.profile_id, named.body.data.services], [id, 'Second’s'])
    assert.equal((await user.ask('GET', '/settings')).body.data.services, '')
    const unnamed = await user.ask('POST', '/settings', { body: { services: 'Default’s' } })
    assert.deepEqual([unnamed.body.data.profile_id, unnamed.body.data.services], [user.profileId, 'Default’s'])
    assert.equal((await user.ask('GET', `/settings?profile_id=${id}`)).body.data.services, 'Second’s')
  })

  for (const [what, fields, missing] of contexts)
    test(`the context of ${what} ${missing.length === 0 ? 'is complete' : `lacks ${missing.join(', ')}`}`, async () => {
      const user = await instance.newUser()
      const { body } = await user.ask('POST', '/settings', { body: fields })
      assert.deepEqual(body.data.auto_reply_profile, { ready: missing.length === 0, missing_fields: missing })
    })

  for (const plan of planIds)
    test(`on plan ${plan} auto_reply_enabled is stored and returned as sent`, async () => {
      const user = await instance.newUser(plan)
      for (const auto_reply_enabled of [true, false]) {
        const { body } = await user.ask('POST', '/settings', { body: { auto_reply_enabled } })
        assert.equal(body.data.auto_reply_enabled, auto_reply_enabled)
        assert.equal((await user.ask('GET', '/settings')).body.data.auto_reply_enabled, auto_reply_enabled)
      }
    })

  test('auto-replies that the plan does not include are a warning with the reason plan, and all nine fields', async () => {
    const user = await instance.newUser(2)
    const { body } = await user.ask('POST', '/settings', { body: { ...context, auto_reply_enabled: true } })
    const [{ message, updated_at, ...warning }, ...rest] = body.data.warnings
    assert.deepEqual(rest, [])
    assert.deepEqual(warning, {
      scope: 'profile',
      platform: null,
      code: 'auto_reply_unavailable',
      severity: 'warning',
      details: { reason: 'plan' },
      retry_at: null,
      expires_at: null,
    })
    assert.match(message, /Pro and Business/)
    assert.ok(Date.parse(updated_at) > 0)
  })

  test('an incomplete context is the reason context, with the missing fields', async () => {
    const user = await instance.newUser(3)
    const { body } = await user.ask('POST', '/settings', { body: { faq: 'Open?', auto_reply_enabled: true } })
    const [{ code, details }] = body.data.warnings
    assert.equal(code, 'auto_reply_unavailable')
    assert.deepEqual(details, { reason: 'context', missing_fields: ['business_name', 'business_description'] })
  })

  test('an instance without a language model is the reason language_model', async () => {
    const user = await instance.newUser(3)
    const { body } = await user.ask('POST', '/settings', { body: { ...context, auto_reply_enabled: true } })
    const [{ code, details }] = body.data.warnings
    assert.deepEqual({ code, details }, { code: 'auto_reply_unavailable', details: { reason: 'language_model' } })
  })

  test('with plan, context and language model there is no warning, and a lower plan brings it back', async () => {
    const user = await withModel.newUser(3)
    const { body } = await user.ask('POST', '/settings', { body: { ...context, auto_reply_enabled: true } })
    assert.deepEqual(body.data.warnings, [])
    await withModel.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 1 } })
    const { data } = (await user.ask('GET', '/settings')).body
    assert.equal(data.warnings[0].details.reason, 'plan')
    assert.equal(data.auto_reply_enabled, true)
  })

  test('the sandbox echo model replies for simulated accounts only: any other account is the reason language_model', async () => {
    const user = await withSandbox.newUser(3)
    const profile_id = user.profileId
    const reasons = async () =>
      (await user.ask('GET', '/settings')).body.data.warnings.map((warning: { details: object }) => warning.details)
    await user.ask('POST', '/settings', { body: { ...context, auto_reply_enabled: true } })
    assert.deepEqual(await reasons(), [{ reason: 'language_model' }])
    await insertAccount(withSandbox.data, { profile_id, platform: 'bluesky' })
    assert.deepEqual(await reasons(), [])
    await insertAccount(withSandbox.data, { profile_id, platform: 'x', environment: 'live' })
    assert.deepEqual(await reasons(), [{ reason: 'language_model' }])
  })

  test('auto-replies that are off cause no warning', async () => {
    const user = await instance.newUser(1)
    await user.ask('POST', '/settings', { body: { auto_reply_enabled: true } })
    const { body } = await user.ask('POST', '/settings', { body: { auto_reply_enabled: false } })
    assert.deepEqual(body.data.warnings, [])
  })
})
