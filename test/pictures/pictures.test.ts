import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { connectOnce } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'
import { png } from '../harness/small-media.ts'

/** The server of a platform's pictures. */
let asked: string[] = []
const pictures: Readonly<Record<string, readonly [status: number, type: string, body: string | Buffer]>> = {
  '/good.png': [200, 'image/png', png],
  '/liar.png': [200, 'image/png', '<script>alert(1)</script>'],
  '/drawing.svg': [200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/huge.png': [200, 'image/png', Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)])],
  '/moved.png': [302, 'text/plain', ''],
}
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const [status, type, body] = pictures[path] ?? [404, 'text/plain', '']
  response.writeHead(status, { 'content-type': type, ...(status === 302 && { location: '/good.png' }) }).end(body)
})

describe('pictures of accounts', { concurrency: 1 }, () => {
  let instance: Instance
  let user: User
  let origin = ''

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    origin = `http://127.0.0.1:${address.port}`
    instance = await startInstance('sqlite', { env: { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' } })
    user = await instance.newUser()
    await connectOnce(instance, user.profileId, ['x'])
  })
  after(async () => {
    await instance.stop()
    server.close()
    server.closeAllConnections()
  })

  /** The path of the picture once the platform has this address for it. */
  async function pathOf(avatar: string | null): Promise<string | null> {
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('accounts')
        .set({ avatar_url: avatar, environment: 'live' })
        .where('profile_id', '=', user.profileId)
        .execute(),
    )
    asked = []
    return (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.x.picture_url
  }
  const load = async (path: string | null) => fetch(`${instance.base}${path}`)

  test('one is served with its real type, without any right for scripts, and fetched once', async () => {
    const path = await pathOf(`${origin}/good.png`)
    for (let at = 0; at < 2; at += 1) {
      const response = await load(path)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
      assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), png)
    }
    assert.deepEqual(asked, ['/good.png'])
  })

  test('a redirect of the platform is followed', async () => {
    assert.equal((await load(await pathOf(`${origin}/moved.png`))).status, 200)
  })

  for (const [what, file] of Object.entries({
    'a file that only claims to be a picture': 'liar.png',
    'a drawing that can contain scripts': 'drawing.svg',
    'a picture that is too large': 'huge.png',
    'a picture that is gone': 'gone.png',
  }))
    test(`${what} is 404, and is not fetched again at once`, async () => {
      const path = await pathOf(`${origin}/${file}`)
      assert.equal((await load(path)).status, 404)
      assert.equal((await load(path)).status, 404)
      assert.deepEqual(asked, [`/${file}`])
    })

  test('a private address is not reached', async () => {
    const path = await pathOf(origin.replace('127.0.0.1', '127.0.0.2'))
    assert.equal((await load(path)).status, 404)
    assert.deepEqual(asked, [])
  })

  test('nothing but the present picture of an account can be asked for', async () => {
    const old = await pathOf(`${origin}/old.png`)
    const path = await pathOf(`${origin}/good.png`)
    const [id = '', hash = ''] = path?.replace('/pictures/', '').split('-') ?? []
    const other = `${id}-${hash.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`
    for (const name of [old?.replace('/pictures/', '') ?? '', other, id, `${Number(id) + 1}-${hash}`, `${id}-`])
      assert.equal((await load(`/pictures/${name}`)).status, 404, name)
    assert.equal((await load(`/pictures/${encodeURIComponent(`${origin}/good.png`)}`)).status, 404)
    assert.deepEqual(asked, [])
  })

  test('an account without a picture has no path', async () => {
    assert.equal(await pathOf(null), null)
  })
})
