import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCommentedJob } from '../../harness/commented-job.ts'
import { startAccepting } from '../../harness/posts.ts'

test('a cursor of another user, of other filters or of another list is refused, and so are unknown values', async (t) => {
  const instance = await startAccepting('sqlite')
  t.after(() => instance.stop())
  const [ana, ben] = [await newCommentedJob(instance), await newCommentedJob(instance)]
  await ana.comment()
  await ana.comment()
  const { next_cursor } = (await ana.ask('GET', '/inbox?limit=1')).body.data
  const cursor = `cursor=${encodeURIComponent(next_cursor)}`
  assert.equal((await ana.ask('GET', `/inbox?limit=1&${cursor}`)).status, 200)
  const refused = async (who: typeof ana, way: string) => {
    const { status, body } = await who.ask('GET', way)
    return [status, body.error.code]
  }
  assert.deepEqual(await refused(ben, `/inbox?${cursor}`), [400, 'invalid_cursor'])
  assert.deepEqual(await refused(ana, `/inbox?unread=true&${cursor}`), [400, 'invalid_cursor'])
  assert.deepEqual(await refused(ana, `/comments?post_id=${ana.jobId}&${cursor}`), [400, 'invalid_cursor'])
  for (const query of ['unread=yes', 'platform=reddit', 'limit=101', 'search=', 'post_id=0'])
    assert.deepEqual(await refused(ana, `/inbox?${query}`), [400, 'validation_failed'], query)
})
