import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comeBack, decide, visit } from '../../harness/consent.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { startSandboxed } from '../../harness/sandboxed.ts'

onEachOwnInstance(startSandboxed, (instance) => {
  const connect = async (user: User, body: object) => {
    const reply = await user.ask('POST', '/connect', {
      body: { platform: 'instagram', environment: 'sandbox', ...body },
    })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }
  const accountOf = async (user: User) => {
    const [profile] = (await user.ask('GET', '/profiles')).body.data.profiles
    return profile.platform_profiles.instagram
  }
  const elsewhere = { redirect_url: 'https://acme.example/back' }

  test('without a named login method, the default one is used', async () => {
    const user = await instance.newUser()
    const { url } = await connect(user, elsewhere)
    assert.match(url, /\/instagram\/web\/oauth\/authorize\?/)
    await connect(user, {})
    assert.equal((await accountOf(user)).page_id ?? null, null)
  })

  test('a named login method is used: the account is the one of a Page', async () => {
    const user = await instance.newUser()
    const { url } = await connect(user, { ...elsewhere, login: 'facebook' })
    assert.match(url, /\/instagram\/dialog\/v\d+\.\d\/dialog\/oauth\?/)
    await connect(user, { login: 'facebook' })
    const account = await accountOf(user)
    assert.match(account.page_id, /^\d+$/)
    assert.notEqual(account.page_id, account.account_id)
    assert.deepEqual(account.missing_permissions, [])
  })

  test('the same account, connected by the other login method, stays the same account', async () => {
    const user = await instance.newUser()
    await connect(user, {})
    const first = await accountOf(user)
    await connect(user, { login: 'facebook' })
    assert.equal((await accountOf(user)).account_id, first.account_id)
  })

  test('a person with several accounts selects one in the browser', async () => {
    const user = await instance.newUser()
    const { url, connection_id: id } = await connect(user, { ...elsewhere, login: 'facebook' })
    const back = await comeBack(await decide(url, 'allow', 'two pages'))
    assert.match(back.text, /Choose what to connect/)
    const { choices } = (await user.ask('GET', `/connect/${id}`)).body.data
    assert.deepEqual(
      choices.map(({ name, kind }: { name: string; kind: string }) => [name, kind]),
      [
        ['two pages', 'account'],
        ['two pages too', 'account'],
      ],
    )
    const chosen = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: choices[1].id } })
    assert.equal(chosen.body.data.status, 'connected', chosen.text)
    assert.equal((await accountOf(user)).display_name, 'two pages too')
  })

  test('a login whose Pages have no account is reported as such', async () => {
    const user = await instance.newUser()
    const { url, connection_id: id } = await connect(user, { ...elsewhere, login: 'facebook' })
    await visit(await decide(url, 'allow', 'without account'))
    const { status, error } = (await user.ask('GET', `/connect/${id}`)).body.data
    assert.deepEqual([status, error.code], ['failed', 'no_account'])
  })
})
