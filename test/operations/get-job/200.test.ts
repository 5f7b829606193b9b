import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { jobIn, newPublisher, schedulePost, setJob, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  async function jobAs(state: Parameters<typeof setJob>[2]) {
    const user = await newPublisher(instance)
    const { jobIds } = await schedulePost(user)
    await setJob(instance.data, jobIds[0] ?? 0, state)
    return (await user.ask('GET', `/jobs/${jobIds[0]}`)).body
  }

  test('a job has the current fields and those of the older API description, with its ID as a string in both', async () => {
    const { data, job } = await jobAs(jobIn.completed('77'))
    assert.equal(typeof data.job.id, 'string')
    assert.equal(job.id, data.job.id)
    for (const field of ['status', 'result', 'error', 'created_at', 'started_at', 'finished_at'])
      assert.deepEqual(job[field], data.job[field], field)
    assert.deepEqual(Object.keys(job), [
      'id',
      'status',
      'payload',
      'result',
      'error',
      'created_at',
      'started_at',
      'finished_at',
    ])
    assert.deepEqual([job.payload.platform, job.payload.message], ['x', 'We are live.'])
    const { platform_post_id, platform_post_url, attemptsMade, result } = data.job
    assert.deepEqual(
      [platform_post_id, platform_post_url, attemptsMade, result],
      ['77', 'https://example.com/77', 1, { id: '77' }],
    )
  })

  test('a failed job has a message for people and a code for programs', async () => {
    const { job } = (await jobAs(jobIn.failed())).data
    assert.deepEqual([job.failedReason, job.error], ['The platform said no.', 'platform_rejected'])
  })

  test('a job returns the action that a person must take, with its time or its place', async () => {
    const inApp = (await jobAs(jobIn.finishInApp())).data.job.action_required
    assert.deepEqual([inApp.code, inApp.message], ['finish_in_app', 'Finish it in the app.'])
    assert.match(inApp.resolve_by, /^\d{4}-.*\.\d{3}Z$/)
    const unknown = (await jobAs(jobIn.outcomeUnknown())).data.job.action_required
    assert.deepEqual(unknown, {
      code: 'outcome_unknown',
      message: 'Please look.',
      look_at: ['https://example.com/ana'],
    })
  })

  test('any platform response is shown as an object', async () => {
    for (const [result, shown] of [
      ['[1,2]', { value: [1, 2] }],
      ['"ok"', { value: 'ok' }],
      ['{"a":null}', { a: null }],
    ] as const)
      assert.deepEqual((await jobAs({ ...jobIn.completed(), result })).data.job.result, shown)
  })

  test('a warning of a job has all nine fields', async () => {
    const warnings = JSON.stringify([
      { code: 'comment_failed', severity: 'warning', message: 'No.', details: { at: 1 }, at: Date.UTC(2026, 0, 1) },
    ])
    const { data } = await jobAs({ warnings })
    assert.deepEqual(data.warnings, [
      {
        scope: 'job',
        platform: 'x',
        code: 'comment_failed',
        severity: 'warning',
        message: 'No.',
        details: { at: 1 },
        retry_at: null,
        expires_at: null,
        updated_at: '2026-01-01T00:00:00.000Z',
      },
    ])
  })
})
