import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../../src/domain/outcome.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import { comment } from '../../../src/platforms/youtube/comment.ts'
import { addToPlaylist, checkPlaylist } from '../../../src/platforms/youtube/playlist.ts'
import { processing } from '../../../src/platforms/youtube/processing.ts'
import { thumbnail } from '../../../src/platforms/youtube/thumbnail.ts'
import type { Reply, Script, ScriptedCall } from '../../harness/scripted.ts'
import { now, refusing, scripted } from './scripted.ts'

const id = 'abcdefghijk'
const results = { post: { id, privacyStatus: 'public' } }
const cover = Buffer.from('a picture')

async function perform(action: Action, input: Json, script: Script, saved: Json = null) {
  const { asked, context, saved: kept } = await scripted(script, { 'cover.png': cover })
  const outcome = await action.perform(input, context({ results, saved }))
  const told = 'error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type
  return { asked, kept, outcome, told }
}

const presenceOf = async (action: Action, input: Json, script: Script, more: Readonly<Record<string, Json>> = {}) => {
  const { context } = await scripted(script)
  return action.doubt?.reconcile(input, context({ results: { ...results, ...more } })) ?? assert.fail()
}

describe('the processing of a video is watched', () => {
  const state = (status: object, processingDetails: object = {}): Reply => ({
    body: { items: [{ id, status: { privacyStatus: 'public', ...status }, processingDetails }] },
  })
  const uploaded = { uploadStatus: 'uploaded' }
  const processed = { uploadStatus: 'processed' }
  const cases: readonly (readonly [what: string, reply: Reply, isShort: boolean, expected: string])[] = [
    ['it is processed', state(processed, { processingStatus: 'succeeded' }), false, 'done'],
    ['it is not yet', state(uploaded, { processingStatus: 'processing' }), false, 'wait'],
    ['its processing status is missing', state(uploaded), false, 'wait'],
    ['only better qualities are to come', state(processed, { processingStatus: 'processing' }), false, 'done'],
    ['of a Short too', state(processed, { processingStatus: 'processing' }), true, 'wait'],
    ['it failed', state({ uploadStatus: 'failed', failureReason: 'codec' }), false, 'rejected media_rejected'],
    ['its processing failed', state(uploaded, { processingStatus: 'failed' }), false, 'rejected media_rejected'],
    [
      'it was rejected',
      state({ uploadStatus: 'rejected', rejectionReason: 'copyright' }),
      false,
      'rejected platform_rejected',
    ],
    ['it was deleted', state({ uploadStatus: 'deleted' }), false, 'rejected platform_rejected'],
    ['it is not there', { body: { items: [] } }, false, 'rejected platform_rejected'],
    [
      'it is more private than asked for',
      state({ ...processed, privacyStatus: 'private' }),
      false,
      'rejected platform_rejected',
    ],
    ['YouTube is broken', { status: 503 }, false, 'retry platform_unavailable'],
  ]
  for (const [what, reply, isShort, expected] of cases)
    test(what, async () => {
      const { told } = await perform(processing, { privacyStatus: 'public', isShort }, () => reply)
      assert.equal(told, expected)
    })

  test('the reason of a failure is reported', async () => {
    const reply = state({ uploadStatus: 'failed', failureReason: 'codec' })
    const { outcome } = await perform(processing, { privacyStatus: 'public', isShort: false }, () => reply)
    assert.match('message' in outcome ? outcome.message : '', /could not process the video\. YouTube says: “codec”/)
  })

  test('status requests become rarer, and end after about an hour', async () => {
    const input = { privacyStatus: 'public', isShort: false }
    const pauses: number[] = []
    let saved: Json = null
    for (;;) {
      const { outcome, kept } = await perform(processing, input, () => state(uploaded), saved)
      if (outcome.type !== 'wait') {
        assert.deepEqual(outcome, { type: 'done', result: null })
        break
      }
      pauses.push(outcome.pause)
      saved = kept.at(-1) ?? null
      // All later pauses are equal.
      if (pauses.length === 7) saved = { times: 60 }
    }
    assert.deepEqual(pauses, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
  })
})

describe('a thumbnail', () => {
  const input = { media: { file: 'cover.png', facts: { size: cover.length } }, mimeType: 'image/png' }

  test('is uploaded unchanged', async () => {
    const { asked, told } = await perform(thumbnail, input, () => ({ body: {} }))
    assert.equal(told, 'done')
    const [one] = asked
    assert.equal(one?.call, 'POST /api/upload/youtube/v3/thumbnails/set')
    assert.deepEqual(one?.query, { videoId: id, uploadType: 'media' })
    assert.equal(one?.headers['content-type'], 'image/png')
    assert.ok(one?.body.equals(cover))
  })

  const cases: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['of a channel without a phone number', refusing(403, 'forbidden'), 'rejected permission_missing'],
    ['that YouTube does not take', refusing(400, 'invalidImage'), 'rejected media_rejected'],
    ['beyond the day’s number', refusing(429, 'uploadRateLimitExceeded'), 'rejected quota_exhausted'],
    ['of a video that is not found yet', refusing(404, 'videoNotFound'), 'wait'],
    ['that a broken YouTube gets', { status: 500 }, 'retry platform_unavailable'],
  ]
  for (const [what, reply, expected] of cases)
    test(what, async () => assert.equal((await perform(thumbnail, input, () => reply)).told, expected))

  test('ends if YouTube never finds the video', async () => {
    const { told } = await perform(thumbnail, input, () => refusing(404, 'videoNotFound'), { times: 60 })
    assert.equal(told, 'rejected platform_rejected')
  })
})

describe('a playlist', () => {
  const input = { playlistId: 'PLx' }
  const owned = (channelId: string): Reply => ({
    body: { items: [{ id: 'PLx', snippet: { channelId, title: 'List' } }] },
  })
  const checks: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['of the channel', owned('UCx'), 'done'],
    ['of somebody else', owned('UCy'), 'rejected content_rejected'],
    ['that does not exist', { body: { items: [] } }, 'rejected content_rejected'],
    ['of which a broken YouTube tells nothing', { status: 503 }, 'retry platform_unavailable'],
  ]
  for (const [what, reply, expected] of checks)
    test(`${what}, looked at beforehand`, async () =>
      assert.equal((await perform(checkPlaylist, input, () => reply)).told, expected))

  const entries: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['that accepts the video', { body: { id: 'UE1' } }, 'done'],
    ['that has it already', refusing(409, 'videoAlreadyInPlaylist'), 'done'],
    ['of which YouTube says that it does not find the video', refusing(404, 'videoNotFound'), 'unknown'],
    ['of a broken YouTube', { status: 503 }, 'unknown'],
    ['that is full', refusing(403, 'playlistContainsMaximumNumberOfVideos'), 'rejected platform_rejected'],
  ]
  for (const [what, reply, expected] of entries)
    test(what, async () => {
      const { asked, told } = await perform(addToPlaylist, input, () => reply)
      assert.equal(told, expected)
      assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
        snippet: { playlistId: 'PLx', resourceId: { kind: 'youtube#video', videoId: id } },
      })
    })

  test('in doubt is searched for this video', async () => {
    const queries: ScriptedCall['query'][] = []
    const asking =
      (reply: Reply): Script =>
      ({ query }) => {
        queries.push(query)
        return reply
      }
    const there = await presenceOf(addToPlaylist, input, asking({ body: { items: [{ id: 'UE1' }] } }))
    assert.deepEqual(there, { type: 'found', result: { id: 'UE1' } })
    assert.equal((await presenceOf(addToPlaylist, input, asking({ body: { items: [] } }))).type, 'absent')
    assert.equal(
      (await presenceOf(addToPlaylist, input, asking(refusing(404, 'playlistNotFound')))).type,
      'cannot_tell',
    )
    assert.deepEqual(queries[0], { part: 'id', playlistId: 'PLx', videoId: id })
  })
})

describe('a comment', () => {
  const input = { text: 'First!', before: ['comment-1'], plannedAt: now }
  const thread = (commentId: string, changes: object = {}) => ({
    id: commentId,
    snippet: {
      topLevelComment: {
        id: commentId,
        snippet: {
          textDisplay: 'First!',
          textOriginal: 'First!',
          authorChannelId: { value: 'UCx' },
          publishedAt: new Date(now + 1_000).toISOString(),
          ...changes,
        },
      },
    },
  })
  const listing = (...items: readonly object[]): Reply => ({ body: { items } })

  test('names the video and its channel', async () => {
    const { asked, outcome } = await perform(comment, input, () => ({ body: { id: 'Ugx1' } }))
    assert.deepEqual(outcome, {
      type: 'done',
      result: { id: 'Ugx1' },
      published: { id: 'Ugx1', url: `https://www.youtube.com/watch?v=${id}&lc=Ugx1` },
    })
    assert.deepEqual(JSON.parse(asked[0]?.body.toString() ?? ''), {
      snippet: { channelId: 'UCx', videoId: id, topLevelComment: { snippet: { textOriginal: 'First!' } } },
    })
  })

  const replies: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['under a video that is not found yet', refusing(404, 'videoNotFound'), 'wait'],
    ['under a video for children', refusing(403, 'commentsDisabled'), 'rejected platform_rejected'],
    ['that a broken YouTube gets', { status: 503 }, 'unknown'],
  ]
  for (const [what, reply, expected] of replies)
    test(what, async () => assert.equal((await perform(comment, input, () => reply)).told, expected))

  const listed: readonly (readonly [what: string, reply: Reply, expected: string])[] = [
    ['that is there', listing(thread('Ugx2')), 'found Ugx2'],
    ['with other spaces', listing(thread('Ugx2', { textOriginal: null, textDisplay: ' First! ' })), 'found Ugx2'],
    ['of somebody else', listing(thread('Ugx2', { authorChannelId: { value: 'UCy' } })), 'absent'],
    ['of nobody who is told', listing(thread('Ugx2', { authorChannelId: null })), 'absent'],
    ['with other words', listing(thread('Ugx2', { textDisplay: 'Second!', textOriginal: 'Second!' })), 'absent'],
    ['that is older', listing(thread('Ugx2', { publishedAt: new Date(now - 120_000).toISOString() })), 'absent'],
    ['that is the one before it', listing(thread('Ugx1')), 'absent'],
    ['of which YouTube tells nothing', { status: 500 }, 'retry'],
  ]
  for (const [what, reply, expected] of listed)
    test(`in doubt, ${what}`, async () => {
      const presence = await presenceOf(comment, input, () => reply, { 'comment-1': { id: 'Ugx1' } })
      assert.equal(presence.type === 'found' ? `found ${presence.published?.id}` : presence.type, expected)
    })

  test('in doubt is searched on further pages, up to a limit', async () => {
    const page = (next: string | undefined, ...items: readonly object[]): Reply => ({
      body: { items, nextPageToken: next },
    })
    const pages = [
      page('n1'),
      page('n2', thread('Ugx3', { textOriginal: 'x', textDisplay: 'x' })),
      page(undefined, thread('Ugx2')),
    ]
    const more = { 'comment-1': null }
    assert.equal((await presenceOf(comment, input, (_, index) => pages[index] ?? listing(), more)).type, 'found')
    assert.equal((await presenceOf(comment, input, () => page('more'), more)).type, 'cannot_tell')
  })

  test('is never sent twice', () => assert.equal(comment.doubt?.repeatable(input), false))
})
