import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { comeBack, decide } from '../harness/consent.ts'
import { databaseKinds } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import { createPost, readPost } from '../harness/posts.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { tested, testedNames } from '../platforms/index.ts'

const wantsPage = { accept: 'text/html' }

for (const kind of databaseKinds)
  describe(`on ${kind}, where browsers do not reach the sandbox`, () => {
    let instance: SandboxInstance
    let user: User
    before(async () => {
      instance = await startSandboxed(kind, { env: { POLYPOST_SANDBOX_PAGES: 'on' } })
      user = await instance.newUser()
    })
    after(() => instance?.stop())

    const open = (path: string, init: RequestInit = {}) =>
      fetch(`${instance.base}${path}`, { headers: wantsPage, redirect: 'manual', ...init })

    /** The address of a consent page. */
    async function begin(platform: string): Promise<URL> {
      const { body, text } = await user.ask('POST', '/connect', {
        body: { platform, environment: 'sandbox', redirect_url: 'https://acme.example/done' },
      })
      assert.ok(body.data?.url, text)
      return new URL(body.data.url)
    }

    test('the consent page of every platform is at an address of the instance, and leads back to it', async () => {
      for (const platform of testedNames.filter((name) => tested[name].signIn)) {
        const consent = await begin(platform)
        assert.ok(consent.href.startsWith(`${instance.base}/sandbox/${platform}/`), consent.href)
        const page = await open(consent.pathname + consent.search)
        assert.equal(page.status, 200, platform)
        assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
        assert.match(await page.text(), /Allow an app to use your .+ account/)
        const back = await decide(consent.href, 'allow')
        assert.equal(`${back.origin}${back.pathname}`, `${instance.base}/oauth/callback`)
        const ended = await comeBack(back)
        assert.match(ended.location ?? '', /^https:\/\/acme\.example\/done/, platform)
      }
    })

    test('a post and its comments have addresses of the instance, which a person confirms and the sandbox lists', async () => {
      await user.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
      const { id } = await createPost(user, {
        message: 'Seen from outside',
        platforms: ['x', 'threads', 'bluesky'],
        comments_under_post: ['A comment'],
      })
      await eventually('it is published', async () => (await readPost(user, id)).status === 'successful')
      const { jobs } = await readPost(user, id)
      for (const { platform, platform_post_url: url } of jobs) {
        assert.ok(url.startsWith(`${instance.base}/sandbox/${platform}/`), url)
        const html = await eventually('the comment is there', async () => {
          const page = await open(new URL(url).pathname)
          assert.equal(page.status, 200, url)
          const text = await page.text()
          return text.includes('A comment') && text
        })
        assert.match(html, /Seen from outside/)
        for (const [, link = ''] of html.matchAll(/<a href="([^"]+)"/g)) {
          assert.ok(link.startsWith(`/sandbox/${platform}/`), `${link} of ${url}`)
          assert.equal((await open(link.replaceAll('&amp;', '&'))).status, 200, link)
        }
        const listed = await instance.owner('GET', `/sandbox/${platform}/posts`)
        assert.ok(
          listed.body.data.posts.some((post: { url: string }) => post.url === url),
          url,
        )
      }
    })

    test('neither the control API nor an API of a platform is reached through it, however the path is written', async () => {
      for (const path of [
        '/sandbox/__sandbox/x/posts',
        '/sandbox/x/../__sandbox/x/posts',
        '/sandbox/x/web/%2e%2e/%2e%2e/__sandbox/x/posts',
        '/sandbox//__sandbox/x/posts',
        '/sandbox/x%2f..%2f__sandbox/x/posts',
        '/sandbox/',
        '/sandbox/x/',
        '/sandbox/x/api/2/users/me',
        '/sandbox/reddit/web/api/v1/me',
        '/sandbox/linkedin/web/oauth/v2/accessToken',
        '/sandbox/nobody/web/',
      ])
        for (const method of ['GET', 'POST']) {
          const form = method === 'POST' ? { body: new URLSearchParams({ grant_type: 'authorization_code' }) } : {}
          const answer = await open(path, { method, ...form })
          assert.ok([404, 405].includes(answer.status), `${method} ${path}: ${answer.status}`)
          assert.doesNotMatch(await answer.text(), /access_token|account_id|"posts"/, path)
        }
      for (const method of ['PUT', 'DELETE', 'PATCH'])
        assert.equal((await open('/sandbox/x/web/i/oauth2/authorize', { method })).status, 404)
      // The simulated API has not even looked at its call: without a token it would answer 401.
      const { requests } = (await instance.owner('GET', '/sandbox/x/requests')).body.data
      const last = requests.findLast(({ path }: { path: string }) => path.endsWith('/2/users/me'))
      assert.equal(last.status, 404)
    })

    test('it leads to no other site: an address that anybody can write redirects only to the instance', async () => {
      const consent = await begin('x')
      consent.searchParams.set('redirect_uri', 'https://evil.example/')
      const form = new URLSearchParams(consent.searchParams)
      form.set('decision', 'deny')
      const answer = await open(consent.pathname, { method: 'POST', body: form })
      assert.equal(answer.status, 404)
      assert.equal(answer.headers.get('location'), null)
    })
  })

test('an instance whose sandbox browsers reach has no such pages, and its simulated addresses stay', async (t) => {
  const instance = await startSandboxed('sqlite')
  t.after(instance.stop)
  const user = await instance.newUser()
  const { body } = await user.ask('POST', '/connect', {
    body: { platform: 'x', environment: 'sandbox', redirect_url: 'https://acme.example/done' },
  })
  const consent = new URL(body.data.url)
  assert.equal(consent.origin, instance.sandbox)
  const passed = await fetch(`${instance.base}/sandbox${consent.pathname}${consent.search}`)
  assert.notEqual(passed.status, 200)
})
