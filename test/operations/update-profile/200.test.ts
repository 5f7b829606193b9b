import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { startAccepting } from '../../harness/posts.ts'
import { insertAccount } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  async function change({ ask, profileId }: User, body: object) {
    const reply = await ask('PATCH', `/profiles/${profileId}`, { body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }

  test('a profile gets a name, a picture and a color, and what is left out stays', async () => {
    const user = await instance.newUser()
    const { publicUrl } = await uploadNamed(user, 'logo.png')
    const named = await change(user, { name: '  Café Orzeł ' })
    assert.deepEqual([named.name, named.picture, named.picture_url], ['Café Orzeł', null, null])
    const pictured = await change(user, { picture: publicUrl })
    assert.deepEqual([pictured.name, pictured.picture, pictured.color], ['Café Orzeł', publicUrl, named.color])
    assert.equal(typeof pictured.picture_url, 'string')
    const colored = await change(user, { color: (named.color + 1) % 10 })
    assert.deepEqual([colored.color, colored.picture], [(named.color + 1) % 10, publicUrl])
    assert.deepEqual(await change(user, { color: null, picture: null, name: 'café orzeł' }), {
      ...named,
      name: 'café orzeł',
      updated_at: (await user.ask('GET', '/profiles')).body.data.profiles[0].updated_at,
    })
  })

  test('the picture to show is a small one of the chosen image, else that of the first account that has one', async () => {
    const user = await instance.newUser()
    const { publicUrl, id } = await uploadNamed(user, 'logo.png')
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'tiktok', avatar_url: null })
    await insertAccount(instance.data, {
      profile_id: user.profileId,
      platform: 'x',
      avatar_url: 'https://x.example/a.png',
    })
    const before = await change(user, {})
    assert.match(before.picture_url, /^\/pictures\//)
    assert.equal(before.picture_url, before.platform_profiles.x.picture_url)
    const after = await change(user, { picture: publicUrl })
    const { small_url } = (await user.ask('GET', `/media/${id}`)).body.data
    assert.equal(after.picture_url, small_url)
    const [shown] = (await user.ask('GET', '/profiles/overview')).body.data.profiles
    assert.equal(shown.picture_url, small_url)
    assert.equal((await user.ask('DELETE', `/media/${id}`)).status, 200)
    assert.equal((await change(user, {})).picture_url, before.picture_url)
  })
})
