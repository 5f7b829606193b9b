import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { pages, startChoosing } from '../harness/choosing.ts'
import { visit } from '../harness/consent.ts'
import { onEachOwnInstance } from '../harness/each-instance.ts'

const errorAnswer = z.object({ error: z.object({ code: z.string() }), request_id: z.string() })

onEachOwnInstance(startChoosing, (instance) => {
  test('a login with several Pages leads to a choice, with its own URL and a cookie that scripts can’t read', async () => {
    const user = await instance.newUser()
    const { callback } = await instance.begin(user)
    const back = await visit(callback)
    assert.equal(back.status, 303)
    assert.match(back.location ?? '', /^\/oauth\/connection\/\w{43}$/)
    assert.match(
      back.headers.get('set-cookie') ?? '',
      /^polypost_connection=\w{43}; Path=\/oauth; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
  })

  test('a link that somebody else sent connects nothing: the page names the user and the profile, and asks first', async () => {
    const user = await instance.newUser()
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Stranger <Ltd>' } })).body.data.profile_id
    const { id, callback } = await instance.begin(user, { profile_id })
    const { location, cookie = '' } = await visit(callback)
    const page = new URL(location ?? '', instance.base)
    const state = async () => (await instance.read(user, id)).body.data
    assert.deepEqual([(await state()).status, (await state()).url, (await state()).choices], ['waiting', null, []])
    const early = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: 'page-0' } })
    assert.equal(early.status, 409)

    assert.equal((await visit(page, { form: { confirmed: 'yes' } })).status, 404, 'another browser')
    const shown = await visit(page, { cookie })
    const [owner] = (await instance.owner('GET', '/admin/users?per_page=100')).body.data.users.filter(
      (one: { id: number }) => one.id === user.id,
    )
    assert.ok(shown.text.includes(owner.email))
    assert.ok(shown.text.includes('Stranger &#60;Ltd&#62;'))
    assert.equal((await visit(page, { cookie, form: {} })).status, 200, 'an unclear answer asks again')
    assert.equal((await state()).status, 'waiting')

    assert.match((await visit(page, { cookie, form: { confirmed: 'no' } })).text, /was not connected/)
    assert.deepEqual([(await state()).status, (await state()).error.code], ['failed', 'access_denied'])
    assert.equal((await visit(page, { cookie, form: { confirmed: 'yes' } })).status, 404)
  })

  test('the choice is made once, by the browser that signed in', async () => {
    const user = await instance.newUser()
    const { id, page, cookie } = await instance.signIn(user)
    const choose = (choice: string, as?: string) =>
      visit(page, { form: { choice }, ...(as === undefined ? {} : { cookie: as }) })

    for (const other of [undefined, 'polypost_connection=', `polypost_connection=${'a'.repeat(43)}`]) {
      assert.equal((await visit(page, other === undefined ? {} : { cookie: other })).status, 404)
      assert.equal((await choose('page-0', other)).status, 404)
    }
    assert.equal((await instance.read(user, id)).body.data.status, 'choosing')

    const shown = await visit(page, { cookie: `other=1; ${cookie}` })
    assert.equal(shown.status, 200)
    assert.ok(shown.text.includes('Acme &#60;Support&#62;') && !shown.text.includes('<Support>'))
    const wrong = await choose('page-9', cookie)
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /role="alert"/)
    const done = await choose('page-1', cookie)
    assert.equal(done.status, 200)
    assert.match(done.text, /Simulant is connected/)
    assert.equal((await choose('page-2', cookie)).status, 404)
    assert.equal((await instance.read(user, id)).body.data.status, 'connected')
  })

  test('the connection’s ID alone leads to no page', async () => {
    const user = await instance.newUser()
    const { id, cookie } = await instance.signIn(user)
    assert.equal((await visit(`${instance.base}/oauth/connection/${id}`, { cookie })).status, 404)
  })

  test('after the choice the browser goes to the caller’s redirect URL, and the page’s policy allows it', async () => {
    const user = await instance.newUser()
    const { id, page, cookie } = await instance.signIn(user, { redirect_url: 'https://acme.example/done#part' })
    const policy = (await visit(page, { cookie })).headers.get('content-security-policy') ?? ''
    assert.match(policy, /form-action 'self' https:\/\/acme\.example(;|$)/)
    const done = await visit(page, { cookie, form: { choice: 'page-0' } })
    assert.equal(done.status, 303)
    assert.equal(done.location, `https://acme.example/done?connection_id=${id}&status=connected#part`)
  })

  test('a full plan is reported on the page, and another choice is still possible', async () => {
    const user = await instance.newUser(1)
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    const first = await instance.signIn(user)
    await visit(first.page, { cookie: first.cookie, form: { choice: 'page-0' } })
    const { page, cookie } = await instance.signIn(user, { profile_id })
    const full = await visit(page, { cookie, form: { choice: 'page-1' } })
    assert.equal(full.status, 422)
    assert.match(full.text, /The plan Free allows 1 connected account/)
    assert.equal((await visit(page, { cookie, form: { choice: 'page-0' } })).status, 200)
  })

  test('a login that can publish nowhere fails', async () => {
    const user = await instance.newUser()
    instance.platform.identities([])
    try {
      const { id, callback } = await instance.begin(user)
      assert.match((await visit(callback)).text, /was not connected/)
      assert.equal((await instance.read(user, id)).body.data.error.code, 'no_account')
    } finally {
      instance.platform.identities(pages)
    }
  })

  test('a platform’s reason for a refusal is shown as plain text', async () => {
    const user = await instance.newUser()
    const { id, callback } = await instance.begin(user)
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'server_error')
    callback.searchParams.set('error_description', '<img src=x onerror=alert(1)>\0')
    const page = await visit(callback)
    assert.equal(page.status, 200)
    assert.ok(!page.text.includes('<img'))
    assert.equal((await instance.read(user, id)).body.data.error.code, 'login_refused')
  })

  test('a profile that is deleted in the meantime gets no account', async () => {
    const user = await instance.newUser()
    const profile_id = (await user.ask('POST', '/profiles', { body: { name: 'Gone' } })).body.data.profile_id
    const { id, page, cookie } = await instance.signIn(user, { profile_id })
    await user.ask('DELETE', `/profiles/${profile_id}`)
    assert.match((await visit(page, { cookie, form: { choice: 'page-0' } })).text, /profile was deleted/)
    assert.equal((await instance.read(user, id)).body.data.status, 'failed')
  })

  test('only a GET uses up a state', async () => {
    const user = await instance.newUser()
    const { callback } = await instance.begin(user)
    assert.equal((await fetch(callback, { method: 'HEAD', redirect: 'manual' })).status, 404)
    assert.equal((await visit(callback)).status, 303)
  })

  test('every page runs no script, loads nothing, and sends no referrer', async () => {
    const user = await instance.newUser()
    const { page, cookie } = await instance.signIn(user)
    const shown = [
      await visit(page, { cookie }),
      await visit(`${instance.base}/oauth/callback`),
      await visit(`${instance.base}/oauth/callback?state=${'a'.repeat(43)}&code=1`),
      await visit(page, { cookie, form: { choice: 'page-0' } }),
    ]
    for (const { headers, text } of shown) {
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
        assert.ok(policy.includes(rule), policy)
      assert.ok(!policy.includes('unsafe') && !policy.includes('script-src'))
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(text, /^<!doctype html>\n<html lang="en">/)
      assert.match(text, /<title>[^<]+<\/title>[\s\S]+<h1>[^<]+<\/h1>/)
      assert.ok(!text.includes('<script'))
    }
  })

  test('a client that is not a browser gets errors in the usual format', async () => {
    const response = await fetch(`${instance.base}/oauth/callback`)
    const body = errorAnswer.parse(await response.json())
    assert.equal(response.status, 404)
    assert.equal(body.error.code, 'not_found')
  })

  test('a client that requests too many pages from one address is refused for a while', async () => {
    const address = `${instance.base}/oauth/callback?state=${'b'.repeat(43)}&code=1`
    // Many at once: on a busy machine, one after the other would be slower than the limit allows.
    const many = () => Promise.all(Array.from({ length: 100 }, () => visit(address)))
    let refused: Awaited<ReturnType<typeof visit>> | undefined
    for (let times = 0; times < 10 && !refused; times += 1)
      refused = (await many()).find(({ status }) => status === 429)
    assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/)
    assert.match(refused?.text ?? '', /<h1>/)
  })
})
