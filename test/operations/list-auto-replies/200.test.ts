import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autoRepliesOf } from '../../harness/answered.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { insertAutoReply } from '../../harness/rows.ts'

onEachInstance(startAccepting, (instance) => {
  test('a profile’s auto-replies are listed newest first, by the page and by the status', async () => {
    const user = await newPublisher(instance)
    const { jobIds } = await schedulePost(user)
    const place = { profileId: user.profileId, jobId: jobIds[0] ?? 0 }
    const made: number[] = []
    for (const status of ['posted', 'declined', 'awaiting_approval', 'declined'])
      made.unshift(await insertAutoReply(instance.data, { ...place, status }))
    const ids = async (query = '') => (await autoRepliesOf(user, query)).map(({ id }) => id)
    assert.deepEqual(await ids(), made)
    assert.deepEqual(await ids('&status=declined'), [made[0], made[2]])
    const { body } = await user.ask('GET', '/auto-replies?per_page=3&page=2')
    assert.deepEqual(body.data.meta, { page: 2, per_page: 3, total: 4 })
    assert.deepEqual(
      body.data.auto_replies.map(({ id }: { id: number }) => id),
      made.slice(3),
    )
    const first = (await user.ask('GET', '/auto-replies?limit=3')).body.data
    await insertAutoReply(instance.data, { ...place, status: 'posted' })
    const second = await user.ask('GET', `/auto-replies?limit=3&cursor=${encodeURIComponent(first.next_cursor)}`)
    assert.deepEqual(
      second.body.data.auto_replies.map(({ id }: { id: number }) => id),
      made.slice(3),
    )
    assert.equal(second.body.data.next_cursor, null)
    const other = (await user.ask('POST', '/profiles', { body: { name: 'Other' } })).body.data.profile_id
    assert.deepEqual(await ids(`&profile_id=${other}`), [])
  })
})
