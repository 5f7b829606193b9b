import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { becomeOwner, openBrowser, password, setupToken, signIn } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'

const setUp = (base: string, token: string, email: string) =>
  openBrowser(base).ask('POST', '/setup', { body: { token, email, name: 'Olga', password } })

onEachDatabase((kind) => {
  test('nobody becomes the owner without the link, and only one does with it', async () => {
    const instanceData = await makeInstanceData(kind)
    const one = await startInstance(kind, { data: instanceData })
    // Another process with a link of its own.
    const two =
      kind === 'postgres' ? await startInstance(kind, { data: instanceData, roles: { api: true, worker: false } }) : one
    const token = await setupToken(two)
    assert.equal((await openBrowser(one.base).ask('GET', '/session')).body.data.setup_open, true)
    assert.equal((await setUp(one.base, 'a'.repeat(43), 'thief@acme.example')).body.error.code, 'invalid_link')
    const replies = await Promise.all(
      [one, two, one].map(({ base }, at) => setUp(base, token, `owner-${at}@acme.example`)),
    )
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await setUp(one.base, token, 'late@acme.example')).body.error.code, 'invalid_link')
    const people = (await one.owner('GET', '/people')).body.data.people
    assert.deepEqual(
      people.map(({ role }: { role: string }) => role),
      ['owner'],
    )
    assert.equal((await openBrowser(two.base).ask('GET', '/session')).body.data.setup_open, false)
    if (two !== one) await two.stop()
    await one.stop()
    await instanceData.remove()
  })
})

test('only the user of the service can read the link, and it does not outlive the set-up', async () => {
  const instanceData = await makeInstanceData('sqlite')
  const first = await startInstance('sqlite', { data: instanceData })
  const { mode } = await stat(join(instanceData.directory, 'setup.link'))
  assert.equal(mode & 0o777, 0o600)
  const before = await setupToken(first)
  await first.stop()

  const second = await startInstance('sqlite', { data: instanceData })
  assert.notEqual(await setupToken(second), before)
  await becomeOwner(second)
  await second.stop()

  const third = await startInstance('sqlite', { data: instanceData })
  assert.ok(!(await readdir(instanceData.directory)).includes('setup.link'))
  await third.stop()
  await instanceData.remove()
})

test('a link that is older than a day does not work', async () => {
  const instance = await startInstance('sqlite')
  const token = await setupToken(instance)
  await withDatabase(instance.data, async (db) => {
    const [link] = await db.selectFrom('sign_in_links').selectAll().execute()
    assert.ok(link && link.expires_at <= Date.now() + 86_400_000)
    await db.updateTable('sign_in_links').set({ expires_at: Date.now() }).execute()
  })
  assert.equal((await setUp(instance.base, token, 'late@acme.example')).body.error.code, 'invalid_link')
  await instance.stop()
})

test('the settings make the owner once: later starts change nothing', async () => {
  const instanceData = await makeInstanceData('sqlite')
  const start = (plain: string) =>
    startInstance('sqlite', {
      data: instanceData,
      env: { POLYPOST_OWNER_EMAIL: 'Olga@acme.example', POLYPOST_OWNER_PASSWORD: plain },
    })
  await (await start(password)).stop()
  const again = await start('another password for later')
  await signIn(again.base, 'olga@acme.example')
  assert.ok(!(await readdir(instanceData.directory)).includes('setup.link'))
  const { people } = (await again.owner('GET', '/people')).body.data
  assert.deepEqual(
    people.map(({ email }: { email: string }) => email),
    ['olga@acme.example'],
  )
  await again.stop()
  await instanceData.remove()
})

test('a first password of the settings that is easy to guess was taken', async () => {
  const instanceData = await makeInstanceData('sqlite')
  const env = { POLYPOST_OWNER_EMAIL: 'Olga@acme.example', POLYPOST_OWNER_PASSWORD: 'olga@acme.example' }
  await assert.rejects(startInstance('sqlite', { data: instanceData, env }), /POLYPOST_OWNER_PASSWORD.* easy to guess/)
  await instanceData.remove()
})

test('the pages of the links load nothing and run only their own script', async () => {
  const instance = await startInstance('sqlite')
  for (const path of ['/setup', '/invite', '/sign-in', '/password']) {
    const reply = await fetch(instance.base + path)
    assert.equal(reply.status, 200)
    const policy = reply.headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; connect-src 'self'; /)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(await reply.text(), /<form data-target="/)
  }
  await instance.stop()
})
