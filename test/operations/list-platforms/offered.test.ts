import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { platforms } from '../../../src/platforms/index.ts'
import { createClient } from '../../harness/client.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { connectAssistant, disconnectAssistants } from '../../harness/mcp.ts'
import { startTiny, tinyToken } from '../../harness/tiny-platform.ts'

interface Schema {
  readonly enum?: readonly unknown[]
  readonly 'x-additions'?: readonly string[]
}

/** Every list of words in a description. */
function listsIn(value: unknown): readonly Schema[] {
  if (typeof value !== 'object' || value === null) return []
  const own: Schema = value
  return [...(Array.isArray(own.enum) ? [own] : []), ...Object.values(value).flatMap(listsIn)]
}

onEachDatabase((kind) => {
  let tiny: Awaited<ReturnType<typeof startTiny>>
  let instance: Instance
  let instanceData: InstanceData
  let user: User
  const start = (env: Record<string, string> = {}) =>
    startInstance(kind, {
      platforms: [...platforms, tiny.tiny],
      data: instanceData,
      env: { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', POLYPOST_SANDBOX: 'off', ...env },
    })
  const connect = (fields: Record<string, string>) =>
    user.ask('POST', '/connect', { body: { platform: 'tiny', fields } })
  const post = (more: object = {}) =>
    user.ask('POST', '/post', { body: { message: 'Hello', platforms: ['tiny'], ...more } })

  before(async () => {
    tiny = await startTiny()
    instanceData = await makeInstanceData(kind, { migrated: true })
    instance = await start()
    user = await instance.newUser()
  })
  after(async () => {
    await instance.stop()
    await instanceData.remove()
    await tiny.stop()
  })

  test('a network that no list names is listed, connected by its form, and published to', async () => {
    const { body } = await user.ask('GET', '/platforms')
    const listed = body.data.platforms.at(-1)
    assert.deepEqual([listed.name, listed.addition, listed.configured], ['tiny', true, true])
    assert.deepEqual(listed.connect, [
      {
        login: 'tiny',
        kind: 'token',
        fields: [{ name: 'token', kind: 'secret', title: 'Token', hint: 'Made by the server’s owner', max: 100 }],
        needs_app: false,
        configured: true,
      },
    ])

    const refused = await connect({ token: 'wrong-token-5678' })
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'fields.token'])
    assert.ok(!refused.text.includes('wrong-token-5678'))
    const connected = await connect({ token: tinyToken })
    assert.equal(connected.body.data.status, 'connected', connected.text)

    const made = await post()
    assert.equal(made.status, 200, made.text)
    await eventually('it is published', async () => {
      const { body: read } = await user.ask('GET', `/posts/${made.body.post_id}`)
      return read.data.status === 'successful'
    })
    assert.deepEqual(tiny.posts, ['Hello'])
  })

  test('the description marks an added name in every list of platforms', async () => {
    const found = listsIn((await user.ask('GET', '/openapi.json')).body).filter((list) => list.enum?.includes('tiny'))
    assert.ok(found.length > 5)
    for (const list of found) assert.deepEqual(list['x-additions'], ['tiny'], JSON.stringify(list))
  })

  test('without the added names, the instance offers what the interface has; accounts and scheduled posts stay', async () => {
    const later = await post({ message: 'Later', scheduled_at: new Date(Date.now() + 4_000).toISOString() })
    assert.equal(later.status, 200, later.text)
    const draft = await user.ask('POST', '/drafts', { body: { message: 'A draft', platforms: ['tiny'] } })
    assert.equal(draft.status, 200, draft.text)
    await instance.stop()
    instance = await start({ POLYPOST_PLATFORMS: 'interface' })
    user = { ...user, ask: createClient(instance.base, user.key) }

    const { body } = await user.ask('GET', '/platforms')
    assert.equal(
      body.data.platforms.some(({ name }: { name: string }) => name === 'tiny'),
      false,
    )
    assert.ok(!JSON.stringify((await user.ask('GET', '/openapi.json')).body).includes('tiny'))
    const { client } = await connectAssistant(instance.base, user.key)
    assert.ok(!JSON.stringify(await client.listTools()).includes('"tiny"'))
    await disconnectAssistants(instance.base)
    const [refused, unknown] = [await post(), await post({ platforms: ['myspace'] })]
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details[0].code],
      [unknown.status, unknown.body.error.code, unknown.body.error.details[0].code],
    )
    assert.equal((await connect({ token: tinyToken })).status, 400)
    const submitted = await user.ask('POST', `/drafts/${draft.body.data.id}/submit`, {
      body: { expected_revision: draft.body.data.revision },
    })
    assert.match(submitted.text, /no longer offers Tiny/)

    const { body: profiles } = await user.ask('GET', '/profiles')
    assert.equal(profiles.data.profiles[0].platform_profiles.tiny.username, 'ana')
    await eventually('the scheduled post is published', () => tiny.posts.includes('Later'))
  })
})
