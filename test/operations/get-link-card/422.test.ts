import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { startWebsite, type Website } from '../../harness/servers/website.ts'

describe('the card of a link that cannot be read', { concurrency: 1 }, () => {
  let instance: Instance
  let user: User
  let site: Website

  before(async () => {
    site = await startWebsite()
    instance = await startInstance('sqlite', { env: { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' } })
    user = await instance.newUser()
  })
  after(async () => {
    await instance.stop()
    await site.stop()
  })

  const refusal = async (url: string) => {
    const { status, body } = await user.ask('GET', `/link-card?url=${encodeURIComponent(url)}`)
    return [status, body.error?.code]
  }

  test('is refused, because the address is private', async () => {
    assert.deepEqual(await refusal('http://10.0.0.1/'), [422, 'forbidden_address'])
    assert.deepEqual(await refusal('http://169.254.169.254/latest/meta-data'), [422, 'forbidden_address'])
  })

  test('is refused, because there is no page', async () => {
    site.show({ '/file': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF') })
    assert.deepEqual(await refusal(`${site.origin}/missing`), [422, 'unfetchable_url'])
    assert.deepEqual(await refusal(`${site.origin}/file`), [422, 'unfetchable_url'])
  })
})
