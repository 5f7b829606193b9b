import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChoosing } from '../../harness/choosing.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'

onEachOwnInstance(startChoosing, (instance) => {
  test('several Pages of a login are choices, and the selected one is connected', async () => {
    const user = await instance.newUser()
    const { id } = await instance.signIn(user)
    const { data } = (await instance.read(user, id)).body
    assert.equal(data.status, 'choosing')
    assert.deepEqual(data.choices[1], {
      id: 'page-1',
      kind: 'page',
      name: 'Acme <Support>',
      username: 'page1',
      avatar_url: null,
    })
    const { status, body } = await user.ask('POST', `/connect/${id}/select`, { body: { choice_id: 'page-1' } })
    assert.equal(status, 200)
    assert.deepEqual(
      [body.data.status, body.data.connected_platforms, body.data.choices],
      ['connected', ['simulant'], []],
    )
    assert.deepEqual((await instance.read(user, id)).body, body)
    const account = (await user.ask('GET', '/profiles')).body.data.profiles[0].platform_profiles.simulant
    assert.deepEqual(
      [account.account_id, account.page_id, account.display_name],
      ['page-1', 'page-1', 'Acme <Support>'],
    )
  })

  test('when two requests select at once, only one succeeds', async () => {
    const user = await instance.newUser()
    const { id } = await instance.signIn(user)
    const replies = await Promise.all(
      ['page-0', 'page-2'].map((choice_id) => user.ask('POST', `/connect/${id}/select`, { body: { choice_id } })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409])
  })
})
