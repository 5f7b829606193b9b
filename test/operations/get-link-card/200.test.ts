import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { startWebsite, type Website } from '../../harness/servers/website.ts'
import { png } from '../../harness/small-media.ts'

const page = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Hello</p></body></html>`
const meta = (property: string, content: string) => `<meta property="og:${property}" content="${content}">`

describe('the card of a link', { concurrency: 1 }, () => {
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

  const card = async (path: string) => {
    const { status, body } = await user.ask('GET', `/link-card?url=${encodeURIComponent(site.origin + path)}`)
    assert.equal(status, 200)
    return body.data
  }
  const load = (path: string) => fetch(`${instance.base}${path}`)

  test('has the title, the description and the picture of the page, which the instance serves itself', async () => {
    site.show({
      '/launch': page(
        `${meta('title', 'We launch')}${meta('description', 'On Monday')}${meta('image', '/rocket.png')}`,
      ),
      '/rocket.png': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(png),
    })
    const { picture_url, ...rest } = await card('/launch')
    assert.deepEqual(rest, { url: `${site.origin}/launch`, title: 'We launch', description: 'On Monday' })
    assert.match(picture_url, /^\/pictures\/card-/)
    assert.ok(!picture_url.includes('rocket'))
    const picture = await load(picture_url)
    assert.equal(picture.headers.get('content-type'), 'image/png', 'the type of its bytes, not of its header')
    assert.match(picture.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), png)
    await load(picture_url)
    assert.deepEqual(site.visited, ['/launch', '/rocket.png'], 'it is fetched once')
  })

  test('of a page that says nothing about itself has the name of its host', async () => {
    site.show({ '/': page('') })
    assert.deepEqual(await card('/'), {
      url: `${site.origin}/`,
      title: '127.0.0.1',
      description: '',
      picture_url: null,
    })
  })

  test('serves no picture that is none, and none that somebody else named', async () => {
    const image = (path: string) => page(meta('image', path))
    site.show({
      '/html': image('/page.png'),
      '/page.png': '<script>alert(1)</script>',
      '/huge': image('/huge.png'),
      '/huge.png': (response) => response.end(Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024)])),
      '/gone': image('/nothing.png'),
    })
    for (const path of ['/html', '/huge', '/gone']) {
      const { picture_url } = await card(path)
      assert.equal((await load(picture_url)).status, 404, path)
    }
    const { picture_url } = await card('/html')
    const changed = picture_url.replace(/.{4}$/, 'AAAA')
    assert.equal((await load(changed)).status, 404)
  })
})
