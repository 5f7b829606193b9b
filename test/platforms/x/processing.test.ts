import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { altText } from '../../../src/platforms/x/alt-text.ts'
import { processing } from '../../../src/platforms/x/processing.ts'
import type { Reply } from '../../harness/scripted.ts'
import { scripted } from './scripted.ts'

const input = { uploads: ['upload-1', 'upload-2'] }
const ready = { id: '188', checkAfterSeconds: null }
const slow = { id: '189', checkAfterSeconds: 7 }
const status = (info?: unknown) => ({ body: { data: { id: '189', media_key: '13_189', processing_info: info } } })

test('media that is ready is not polled', async () => {
  const { asked, context } = await scripted(() => assert.fail('asked'))
  const results = { 'upload-1': ready, 'upload-2': { ...ready, id: '190' } }
  assert.deepEqual(await processing.perform(input, context({ results })), { type: 'done', result: null })
  assert.deepEqual(
    asked.map(({ call }) => call),
    [],
  )
})

test('X is polled only after the time that it names, and only for media that was not ready', async () => {
  const { asked, saved, context } = await scripted(() => status({ state: 'succeeded', progress_percent: 100 }))
  const results = { 'upload-1': ready, 'upload-2': slow }
  assert.deepEqual(await processing.perform(input, context({ results })), { type: 'wait', pause: 7_000 })
  assert.deepEqual(
    asked.map(({ call }) => call),
    [],
  )
  const [kept = null] = saved
  assert.deepEqual(await processing.perform(input, context({ results, saved: kept })), { type: 'done', result: null })
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['GET /x/api/2/media/upload'],
  )
  assert.deepEqual(asked[0]?.query, { command: 'STATUS', media_id: '189' })
})

describe('a state of the processing', () => {
  const cases: readonly (readonly [what: string, reply: Reply, expected: unknown])[] = [
    ['pending', status({ state: 'pending', check_after_secs: 3 }), { type: 'wait', pause: 3_000 }],
    [
      'in progress, at once again',
      status({ state: 'in_progress', check_after_secs: 0 }),
      { type: 'wait', pause: 1_000 },
    ],
    ['in progress, without a time', status({ state: 'in_progress' }), { type: 'wait', pause: 5_000 }],
    ['one that is new', status({ state: 'dreaming', check_after_secs: 2 }), { type: 'wait', pause: 2_000 }],
    ['none', status(), { type: 'done', result: null }],
    [
      'failed',
      status({ state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'Unsupported codec' } }),
      {
        type: 'rejected',
        error: 'media_rejected',
        message: 'X could not process the media. X says: “Unsupported codec”',
      },
    ],
    [
      'failed without a reason',
      status({ state: 'failed' }),
      { type: 'rejected', error: 'media_rejected', message: 'X could not process the media.' },
    ],
    [
      'an answer of a broken X',
      { status: 502, body: '<html>' },
      { type: 'retry', error: 'platform_unavailable', message: 'X had an internal error.' },
    ],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(() => reply)
      const results = { 'upload-1': ready, 'upload-2': slow }
      assert.deepEqual(await processing.perform(input, context({ results, saved: 'asked to wait' })), expected)
    })
})

describe('a description', () => {
  const problem = (status: number, type = 'about:blank'): Reply => ({
    status,
    body: { title: 'Oh', detail: 'No', type },
  })
  const cases: readonly (readonly [what: string, reply: Reply, outcome: string])[] = [
    ['that X accepts', { body: { data: { id: '188' } } }, 'done true'],
    ['that X refuses does not stop the post', problem(400), 'done false'],
    ['of media that X does not find does not stop the post', problem(404), 'done false'],
    ['waits if the rate limit of X is reached', problem(429), 'retry undefined'],
    ['waits where X is broken', problem(500), 'retry undefined'],
    ['is as good as the login', problem(401), 'expired undefined'],
    ['costs credits', problem(402), 'rejected undefined'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => {
      const { asked, context } = await scripted(() => reply)
      const results = { 'upload-1': ready }
      const outcome = await altText.perform({ upload: 'upload-1', text: 'a cat' }, context({ results }))
      const described =
        outcome.type === 'done' && typeof outcome.result === 'object' && outcome.result !== null
          ? Object.values(outcome.result)[0]
          : undefined
      assert.equal(`${outcome.type} ${described}`, expected)
      assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
        id: '188',
        metadata: { alt_text: { text: 'a cat' } },
      })
    })
})
