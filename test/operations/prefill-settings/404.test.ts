import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type PrefillStage, prefill, settingsOf, startPrefilling } from '../../harness/prefill.ts'
import { acmePage } from '../../harness/servers/website.ts'

onEachDatabase((kind) => {
  let stage: PrefillStage
  before(async () => {
    stage = await startPrefilling(kind)
  })
  after(() => stage.stop())

  test('a profile that does not exist, or belongs to another user, is not found, and its website is not read', async () => {
    const [ana, ben] = [await stage.newOwner(), await stage.newOwner()]
    const unknown = await prefill(ana, { profile_id: 'doesNotExist' })
    const foreign = await prefill(ana, { profile_id: ben.profileId })
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.deepEqual(stage.website.visited, [])
    assert.equal((await settingsOf(ben)).business_profile_prefill_at, null)
  })

  test('a profile that is deleted while its website is read is not found', async () => {
    const user = await stage.newOwner()
    const { profile_id } = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data
    await user.ask('POST', '/settings', { body: { profile_id, website_url: stage.website.origin } })
    stage.website.show({
      '/': async (response) => {
        await user.ask('DELETE', `/profiles/${profile_id}`)
        response.writeHead(200, { 'content-type': 'text/html' }).end(acmePage())
      },
    })
    assert.equal((await prefill(user, { profile_id })).status, 404)
  })
})
