import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { feedVideo, reel } from '../../../src/platforms/facebook/post-video.ts'
import type { Reply, ScriptedCall } from '../../harness/scripted.ts'
import { graphError, now, scripted } from './scripted.ts'

const results = { upload: { id: '6', session: '5' } }
const input = { upload: 'upload', text: 'Hello' }

const success = { body: { success: true } }
const state = (video_status: string, publishing?: string) => ({
  body: {
    id: '6',
    status: {
      video_status,
      ...(publishing && { publishing_phase: { status: publishing } }),
    },
    post_id: '7',
    permalink_url: '/reel/6/',
  },
})

/** The response to the last call, and then to each status request. */
const facebook = (finish: Reply, ...states: readonly Reply[]) => {
  let asked = 0
  return ({ call }: ScriptedCall): Reply => {
    if (call.startsWith('POST')) return finish
    asked += 1
    return states[Math.min(asked, states.length) - 1] ?? {}
  }
}

describe('a video is published when Facebook reports it, not when Facebook announces it', () => {
  test('a reel that is processed but not published is waited for', async () => {
    const { asked, saved, context } = await scripted(facebook(success, state('ready', 'not_started')))
    assert.deepEqual(await reel.perform(input, context({ results })), { type: 'wait', pause: 5_000 })
    assert.deepEqual(saved, [{ at: now }])
    assert.deepEqual(
      asked.map(({ call }) => call.split(' ')[0]),
      ['POST', 'GET'],
    )
  })

  test('a second check does not finish the upload again', async () => {
    const { asked, context } = await scripted(facebook(success, state('processing'), state('ready', 'complete')))
    assert.deepEqual(await reel.perform(input, context({ results })), { type: 'wait', pause: 5_000 })
    const done = await reel.perform(input, context({ results, saved: { at: now } }))
    assert.deepEqual(done, {
      type: 'done',
      result: { id: '6', postId: '7' },
      published: { id: '6', url: 'https://www.facebook.com/reel/6/' },
    })
    assert.deepEqual(
      asked.map(({ call }) => call.split(' ')[0]),
      ['POST', 'GET', 'GET'],
    )
  })

  test('for a video of the feed, the end of processing is enough', async () => {
    const { context } = await scripted(facebook(success, state('ready')))
    assert.equal((await feedVideo.perform(input, context({ results }))).type, 'done')
  })

  test('a video that could not be processed has failed, in Facebook’s words', async () => {
    const broken = {
      id: '6',
      status: { video_status: 'error', processing_phase: { status: 'error', error: { message: 'Too long.' } } },
    }
    const { context } = await scripted(facebook(success, { body: broken }))
    const outcome = await reel.perform(input, context({ results }))
    assert.match(outcome.type === 'rejected' ? outcome.message : '', /Too long/)
  })

  test('a failed status request changes nothing: the video was accepted', async () => {
    for (const code of [2, 4, 100, 200]) {
      const { context } = await scripted(facebook(success, { status: 400, body: graphError(code) }))
      assert.deepEqual(await reel.perform(input, context({ results })), { type: 'wait', pause: 5_000 })
    }
  })

  test('a status response that is not JSON, or of another shape, changes nothing either', async () => {
    for (const body of ['<html>', { id: {} }, []]) {
      const { context } = await scripted(facebook(success, { body }))
      assert.deepEqual(await reel.perform(input, context({ results })), { type: 'wait', pause: 5_000 })
    }
  })

  test('a visible video is published, whatever failed in a part of its processing', async () => {
    const out = state('ready', 'complete').body
    const status = { ...out.status, processing_phase: { status: 'error', error: { message: 'No captions.' } } }
    const { context } = await scripted(facebook(success, { body: { ...out, status } }))
    assert.equal((await reel.perform(input, context({ results }))).type, 'done')
  })

  test('after an hour the result is unknown', async () => {
    const { context } = await scripted(facebook(success, state('processing')))
    const outcome = await reel.perform(input, context({ results, saved: { at: now - 3_600_001 } }))
    assert.equal(outcome.type, 'unknown')
  })
})

describe('a last call that is repeated', () => {
  const refused = { status: 400, body: graphError(6000) }

  test('and refused because the first one had an effect, has published the video', async () => {
    const { context } = await scripted(facebook(refused, state('processing')))
    assert.deepEqual(await feedVideo.perform(input, context({ results })), { type: 'wait', pause: 5_000 })
    const published = await scripted(facebook(refused, state('ready', 'complete')))
    assert.equal((await reel.perform(input, published.context({ results }))).type, 'done')
  })

  test('and refused for an error of the video, has failed', async () => {
    for (const action of [feedVideo, reel]) {
      const { context } = await scripted(facebook(refused, state('upload_complete')))
      const outcome = await action.perform(input, context({ results }))
      assert.equal(outcome.type === 'rejected' && outcome.error, 'media_rejected')
    }
  })
})

describe('doubt about a video is resolved by reading the video', () => {
  const cases = [
    ['it is out', state('ready', 'complete'), null, 'found'],
    ['it is not, and was never said to be on its way', state('upload_complete'), null, 'absent'],
    ['it is on its way', state('processing'), { at: now }, 'cannot_tell'],
    ['it could not be processed', state('error'), { at: now }, 'absent'],
    ['Facebook does not say', { status: 403, body: graphError(10) }, null, 'cannot_tell'],
    ['Facebook can’t say just now', { status: 400, body: graphError(4) }, null, 'retry'],
  ] as const
  for (const [what, answer, saved, type] of cases)
    test(what, async () => {
      const { asked, context } = await scripted(() => answer)
      assert.equal((await reel.doubt?.reconcile(input, context({ results, saved })))?.type, type)
      assert.ok(asked.every(({ call }) => call === 'GET /graph/v25.0/6'))
    })
})
