import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day } from '../../../src/domain/time.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { daily, nextSlots, setSlots } from '../../harness/posting-plan.ts'
import {
  eventsOf,
  inDays,
  jobIn,
  newPublisher,
  readJob,
  readPost,
  schedulePost,
  setJob,
  startAccepting,
} from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  async function bulk({ ask }: Pick<User, 'ask'>, body: object, headers: Record<string, string> = {}) {
    const reply = await ask('POST', '/posts/bulk', { body, headers })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }

  test('posts are deleted; one that has started stays, with the error of DELETE /posts/{id}', async () => {
    const user = await newPublisher(instance)
    const [first, started, last] = [await schedulePost(user), await schedulePost(user), await schedulePost(user)]
    await setJob(instance.data, started.jobIds[0] ?? 0, jobIn.completed())
    const data = await bulk(user, { action: 'delete', ids: [first.id, started.id, last.jobIds[1]] })
    assert.deepEqual([data.ok, data.done], [false, 2])
    assert.deepEqual(
      data.results.map(({ id, ok, cancelled_job_ids }: Record<string, unknown>) => [id, ok, cancelled_job_ids]),
      [
        [first.id, true, first.jobIds],
        [started.id, false, []],
        [last.jobIds[1], true, last.jobIds],
      ],
    )
    const { body } = await user.ask('DELETE', `/posts/${started.id}`)
    assert.deepEqual(data.results[1].error, body.error)
    for (const { id } of [first, last]) assert.equal((await user.ask('GET', `/posts/${id}`)).status, 404)
    assert.equal((await readJob(user, started.jobIds[0] ?? 0)).status, 'completed')
  })

  test('cancelled posts stay, and jobs that have ended keep their result', async () => {
    const user = await newPublisher(instance)
    const [waiting, partly, ended] = [await schedulePost(user), await schedulePost(user), await schedulePost(user)]
    const [done, retrying] = partly.jobIds
    await setJob(instance.data, done ?? 0, jobIn.completed())
    await setJob(instance.data, retrying ?? 0, jobIn.retrying())
    for (const id of ended.jobIds) await setJob(instance.data, id, jobIn.failed(), 'failed')
    const data = await bulk(user, { action: 'cancel', ids: [waiting.id, partly.id, ended.id] })
    assert.deepEqual(data.results[0].cancelled_job_ids, waiting.jobIds)
    assert.deepEqual(data.results[1].cancelled_job_ids, [retrying])
    assert.equal(data.results[2].error.code, 'not_cancellable')
    assert.equal((await readPost(user, waiting.id)).status, 'cancelled')
    const told = (await eventsOf(instance.data, user.id)).filter(({ name }) => name === 'post.cancelled')
    assert.deepEqual(
      told.map(({ postId, data }) => [postId, data.deleted]),
      [[waiting.id, false]],
    )
    assert.equal((await readJob(user, done ?? 0)).status, 'completed')
  })

  test('a shift by days keeps the time of the day in the zone of the post, one by minutes is exact', async () => {
    const user = await newPublisher(instance)
    const year = new Date().getUTCFullYear() + 1
    // The clocks in Warsaw change between these days.
    const local = await schedulePost(user, {
      scheduled_at: `${year}-03-20T09:00:00`,
      scheduled_timezone: 'Europe/Warsaw',
    })
    const plain = await schedulePost(user, { scheduled_at: `${year}-03-20T09:00:00Z` })
    const data = await bulk(user, { action: 'move', ids: [local.id, plain.id], shift: { days: 14, minutes: -30 } })
    assert.deepEqual(
      data.results.map(({ scheduled_at, revision }: Record<string, unknown>) => [scheduled_at, revision]),
      [
        [`${year}-04-03T06:30:00.000Z`, 2],
        [`${year}-04-03T08:30:00.000Z`, 2],
      ],
    )
    const post = await readPost(user, local.id)
    assert.deepEqual([post.scheduled_at, post.scheduled_timezone], [data.results[0].scheduled_at, 'Europe/Warsaw'])
    const moves = (await eventsOf(instance.data, user.id)).filter(({ postId }) => postId === plain.id)
    assert.equal(moves.length, 2)
  })

  test('posts move to one time, or each to a slot of its own', async () => {
    const user = await newPublisher(instance)
    const ids = []
    for (let at = 0; at < 3; at++) ids.push((await schedulePost(user)).id)
    const scheduled_at = inDays(3)
    const times = (data: { results: { scheduled_at: string }[] }) => data.results.map((one) => one.scheduled_at)
    assert.deepEqual(times(await bulk(user, { action: 'move', ids, scheduled_at })), Array(3).fill(scheduled_at))
    await setSlots(user, daily('09:00'))
    const free = await nextSlots(user, 3)
    assert.deepEqual(times(await bulk(user, { action: 'move', ids, scheduled_at: 'next_slot' })), free)
  })

  test('a move that is refused has the findings of the edit, and leaves nothing half stored', async () => {
    const user = await newPublisher(instance)
    const [fine, tooEarly] = [await schedulePost(user), await schedulePost(user, { scheduled_at: inDays(1) })]
    const before = await readPost(user, tooEarly.id)
    const data = await bulk(user, { action: 'move', ids: [tooEarly.id, fine.id], shift: { days: -2 } })
    assert.deepEqual([data.results[0].error.code, data.results[1].ok], ['content_rejected', true])
    assert.equal(data.results[0].error.details[0].code, 'schedule_in_past')
    assert.deepEqual(await readPost(user, tooEarly.id), before)
  })

  test('a repeat with the same idempotency key moves nothing again', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const { scheduled_at } = await readPost(user, id)
    const move = () =>
      bulk(user, { action: 'move', ids: [id], shift: { days: 1 } }, { 'idempotency-key': 'a-day-later' })
    assert.deepEqual(await move(), await move())
    assert.equal(Date.parse((await readPost(user, id)).scheduled_at), Date.parse(scheduled_at) + day)
  })

  test('another user’s post, a missing one and a deleted one get the same error, and nothing changes', async () => {
    const [ana, ben] = [await newPublisher(instance), await newPublisher(instance)]
    const [foreign, gone] = [await schedulePost(ben), await schedulePost(ana)]
    await ana.ask('DELETE', `/posts/${gone.id}`)
    const before = await readPost(ben, foreign.id)
    for (const action of [{ action: 'delete' }, { action: 'cancel' }, { action: 'move', shift: { days: 1 } }]) {
      const { results } = await bulk(ana, { ...action, ids: [2 ** 40, foreign.id, foreign.jobIds[0], gone.id] })
      const [unknown, ...others] = results.map(({ id: _, ...rest }: { id: number }) => rest)
      assert.equal(unknown.error.code, 'not_found')
      for (const other of others) assert.deepEqual(other, unknown)
    }
    assert.deepEqual(await readPost(ben, foreign.id), before)
  })

  test('a post that is in the list twice, by its own ID and that of a job, moves once', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const { scheduled_at } = await readPost(user, id)
    const { results } = await bulk(user, { action: 'move', ids: [id, jobIds[0], id], shift: { days: 1 } })
    assert.deepEqual(
      results.map(({ ok }: { ok: boolean }) => ok),
      [true, false, false],
    )
    assert.match(results[1].error.message, /twice/)
    assert.equal(Date.parse((await readPost(user, id)).scheduled_at), Date.parse(scheduled_at) + day)
  })
})
