import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { ownerKey, startInstance } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

const body = { client_id: 'the-id-of-my-app', client_secret: 'the-secret-of-my-app' }

onEachOwnInstance(startInstance, (instance, kind) => {
  const signInUrl = async (base: string, platform: string, login?: string) => {
    const response = await fetch(`${base}/api/v1/connect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ platform, ...(login && { login }) }),
    })
    const { data } = (await response.json()) as { data?: { url: string } }
    return data ? new URL(data.url).searchParams : null
  }

  test('a stored app is used at once, in every process, and its secret is never returned or readable', async (t) => {
    assert.equal(await signInUrl(instance.base, 'x'), null)
    const { status, text, body: put } = await instance.owner('PUT', '/apps/x', { body })
    assert.equal(status, 200)
    const [login] = put.data.logins
    assert.deepEqual([login.source, login.client_id, login.has_secret], ['stored', body.client_id, true])
    const read = await instance.owner('GET', '/apps/x')
    assert.deepEqual(read.body, put)
    for (const shown of [text, read.text, (await instance.owner('GET', '/apps')).text])
      assert.ok(!shown.includes(body.client_secret))
    const row = await withDatabase(instance.data, (db) => db.selectFrom('apps').selectAll().executeTakeFirst())
    assert.ok(row?.client_secret && !row.client_secret.includes(body.client_secret))

    const asked = await signInUrl(instance.base, 'x')
    assert.equal(asked?.get('client_id'), body.client_id)
    assert.equal(asked?.get('redirect_uri'), login.redirect_uri)
    assert.deepEqual(asked?.get('scope')?.split(' '), login.scopes)
    const listed = (await instance.owner('GET', '/platforms')).body.data.platforms
    assert.ok(listed.find(({ name }: { name: string }) => name === 'x').configured)

    if (kind === 'sqlite') return
    const other = await startInstance(kind, { data: instance.data })
    t.after(other.stop)
    assert.equal((await signInUrl(other.base, 'x'))?.get('client_id'), body.client_id)
    await instance.owner('PUT', '/apps/x', { body: { ...body, client_id: 'another-app' } })
    assert.equal((await signInUrl(other.base, 'x'))?.get('client_id'), 'another-app')
  })

  test('each login of a platform has an app of its own; an app that platforms share is for all of them', async () => {
    await instance.owner('PUT', '/apps/linkedin', { body: { client_id: 'for-pages', login: 'page' } })
    const { logins } = (await instance.owner('GET', '/apps/linkedin')).body.data
    assert.deepEqual(
      logins.map(({ login, app, client_id, has_secret }: Record<string, unknown>) => [
        login,
        app,
        client_id,
        has_secret,
      ]),
      [
        ['member', 'LINKEDIN', null, false],
        ['page', 'LINKEDIN_PAGE', 'for-pages', false],
      ],
    )
    assert.equal((await signInUrl(instance.base, 'linkedin', 'page'))?.get('client_id'), 'for-pages')
    assert.equal(await signInUrl(instance.base, 'linkedin', 'member'), null)

    const [facebook] = (await instance.owner('PUT', '/apps/facebook', { body })).body.data.logins
    assert.deepEqual(facebook.shared_with, ['instagram'])
    assert.equal((await signInUrl(instance.base, 'instagram', 'facebook'))?.get('client_id'), body.client_id)
  })

  test('spaces around a copied ID and secret are taken off', async () => {
    await instance.owner('PUT', '/apps/reddit', { body: { client_id: ' copied \n', client_secret: '\tsecret ' } })
    assert.equal((await signInUrl(instance.base, 'reddit'))?.get('client_id'), 'copied')
  })

  test('the list of who did what names the app, and not its secret', async () => {
    await instance.owner('PUT', '/apps/tiktok', { body })
    const rows = await withDatabase(instance.data, (db) =>
      db.selectFrom('audit').select(['action', 'target']).where('action', '=', 'app.stored').execute(),
    )
    assert.deepEqual(JSON.parse(rows.at(-1)?.target ?? ''), { type: 'app', id: 'TIKTOK', name: 'TikTok' })
  })
})
