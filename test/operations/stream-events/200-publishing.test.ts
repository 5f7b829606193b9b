import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { readEvents } from '../../harness/event-stream.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

onEachDatabase((kind) => {
  let publishing: PublishingInstance
  before(async () => {
    publishing = await startPublishing(kind)
  })
  after(() => publishing.stop())

  test('the stream reports a worker’s steps as they happen, and the event list has the result', async () => {
    const user = await publishing.newcomer('bluesky')
    const reader = await readEvents(publishing.instance.base, user.key)
    const { id, jobIds } = await user.post({ message: 'We are live.' })
    const [job] = jobIds
    const told = await reader.until(6)
    assert.deepEqual(
      told.map(({ event, data }) => [event, data.job_id ?? data.post_id, data.status]),
      [
        ['post', id, 'queued'],
        ['job', job, 'queued'],
        ['job', job, 'processing'],
        ['post', id, 'processing'],
        ['job', job, 'completed'],
        ['post', id, 'successful'],
      ],
    )
    reader.drop()
    const { events } = (await user.ask('GET', '/events')).body.data
    assert.deepEqual(
      events.map(({ event, data }: { event: string; data: object }) => ({ name: event, postId: id, data })),
      (await user.events()).toReversed(),
    )
  })

  test('a retry that fails again is reported with every attempt', async () => {
    const user = await publishing.newcomer('bluesky')
    const reader = await readEvents(publishing.instance.base, user.key)
    await user.post({ message: 'No [[sandbox:rate_limit]] [[sandbox:media_rejected]]' })
    const told = await reader.until(8)
    const statuses = told.filter(({ event }) => event === 'job').map(({ data }) => data.status)
    assert.deepEqual(statuses, ['queued', 'processing', 'retrying', 'processing', 'failed'])
    reader.drop()
  })
})
