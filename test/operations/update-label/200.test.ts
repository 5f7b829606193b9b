import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a new name is shown wherever the label is used, and a color can be set and cleared', async () => {
    const user = await instance.newUser()
    const draft = await saveDraft(user, { labels: ['launch'] })
    const [{ id }] = (await user.ask('GET', '/labels')).body.data.labels
    const change = async (body: object) => (await user.ask('PATCH', `/labels/${id}`, { body })).body.data
    assert.equal((await change({ name: 'Launch' })).name, 'Launch')
    assert.equal((await change({ name: 'Start', color: '#123456' })).color, '#123456')
    assert.deepEqual((await readDraft(user, draft.id)).labels, ['Start'])
    const cleared = await change({ color: null })
    assert.deepEqual([cleared.name, cleared.color], ['Start', null])
    assert.deepEqual(await change({}), cleared)
  })
})
