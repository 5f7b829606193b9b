import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

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

const wrongWebsites = [
  'acme.example',
  'ftp://acme.example',
  'javascript:alert(1)',
  'mailto:hello@acme.example',
  '//acme.example',
  'http:acme.example',
  'https://',
  'https://acme example',
  ' ',
]

const wrongFields: readonly (readonly [field: string, value: unknown])[] = [
  ['business_name', null],
  ['business_name', 5],
  ['faq', ['a']],
  ['auto_reply_enabled', 'true'],
  ['auto_reply_enabled', 1],
  ['auto_reply_enabled', null],
  ['auto_reply_mode', 'sometimes'],
  ['auto_reply_mode', null],
  ['profile_id', 'short'],
  ['profile_id', null],
  ['profile_id', 1234567],
  ['business_nmae', 'Acme'],
  ['capabilities', { can_auto_reply: true }],
]

onEachInstance(startInstance, (instance) => {
  for (const field of texts)
    test(`${field} of 10,001 characters is refused with the limit`, async () => {
      const user = await instance.newUser()
      const start = field === 'website_url' ? 'https://acme.example/' : ''
      const value = start + 'c'.repeat(10_001 - start.length)
      const { status, body } = await user.ask('POST', '/settings', { body: { [field]: value } })
      assert.equal(status, 400)
      const [{ path, code, limit, actual }] = body.error.details
      assert.deepEqual({ path, code, limit, actual }, { path: field, code: 'too_long', limit: 10_000, actual: 10_001 })
      assert.equal((await user.ask('GET', '/settings')).body.data[field], '')
    })

  for (const url of wrongWebsites)
    test(`“${url}” is refused as a website`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', '/settings', { body: { website_url: url } })
      assert.equal(status, 400)
      assert.equal(body.error.details[0].path, 'website_url')
      assert.match(body.error.details[0].message, /http/)
    })

  for (const [field, value] of wrongFields)
    test(`${field} ${JSON.stringify(value)} is refused`, async () => {
      const user = await instance.newUser()
      const { status, body } = await user.ask('POST', '/settings', { body: { [field]: value } })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'validation_failed')
      assert.equal(body.error.details[0].path, field)
    })

  test('one invalid field prevents the storage of all fields', async () => {
    const user = await instance.newUser()
    const before = (await user.ask('GET', '/settings')).body
    const body = { business_name: 'Acme', auto_reply_enabled: true, website_url: 'ftp://acme.example' }
    assert.equal((await user.ask('POST', '/settings', { body })).status, 400)
    assert.deepEqual((await user.ask('GET', '/settings')).body, before)
  })
})
