import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { pinterestFaults } from './check.ts'

const image = { source_type: 'image_base64', content_type: 'image/png', data: 'iVBORw0KGgo=' }
const video = { source_type: 'video_id', media_id: '777', cover_image_key_frame_time: 1 }
const pin = { id: '813', created_at: '2026-11-21T10:00:00', media: { media_type: 'image' }, creative_type: null }

const right: Exchange = {
  method: 'POST',
  path: '/pins',
  query: new URLSearchParams(),
  type: 'application/json',
  body: { board_id: '549', media_source: image },
  status: 201,
  answerType: 'application/json; charset=utf-8',
  answer: pin,
}
const sent = (body: object): Partial<Exchange> => ({ body: { board_id: '549', media_source: image, ...body } })
const read = (path: string, query: string, answer: unknown): Partial<Exchange> => ({
  method: 'GET',
  path,
  query: new URLSearchParams(query),
  type: null,
  body: undefined,
  status: 200,
  answer,
})
const dates = 'start_date=2026-08-24&end_date=2026-11-21'
const numbers = { all: { daily_metrics: [{ data_status: 'READY' }], summary_metrics: { SAVE: 1 } } }

const valid: readonly (readonly [what: string, change: Partial<Exchange>])[] = [
  ['a Pin of an image', {}],
  ['a Pin of a video', sent({ media_source: video })],
  ['a list', read('/boards/549/pins', 'page_size=100', { items: [pin], bookmark: null })],
  ['numbers', read('/pins/813/analytics', `${dates}&metric_types=IMPRESSION,SAVE,VIDEO_MRC_VIEW`, numbers)],
  ['a refusal', { status: 404, answer: { code: 40, message: 'Board not found.' } }],
]

const wrong: readonly (readonly [what: string, where: 'request' | 'answer', change: Partial<Exchange>])[] = [
  ['an unknown path', 'request', { path: '/posts' }],
  ['a board ID that is not a number', 'request', sent({ board_id: 'ideas' })],
  ['a title that is too long', 'request', sent({ title: 'a'.repeat(101) })],
  ['a data: address', 'request', sent({ media_source: { ...image, data: 'data:image/png;base64,iVBO' } })],
  ['an image of another type', 'request', sent({ media_source: { ...image, content_type: 'image/webp' } })],
  ['a part of a second', 'request', sent({ media_source: { ...video, cover_image_key_frame_time: 0.5 } })],
  ['an unknown source', 'request', sent({ media_source: { source_type: 'image' } })],
  ['an unknown parameter', 'request', read('/boards/549/pins', 'limit=100', { items: [] })],
  ['a page that is too large', 'request', read('/boards/549/pins', 'page_size=251', { items: [] })],
  ['an unknown metric', 'request', read('/pins/813/analytics', `${dates}&metric_types=LIKES`, numbers)],
  [
    'numbers of images and of videos',
    'request',
    read('/pins/813/analytics', `${dates}&metric_types=USER_FOLLOW,VIDEO_START`, numbers),
  ],
  ['an answer without its ID', 'answer', { answer: { title: 'A' } }],
  ['an ID that is not a number', 'answer', { answer: { ...pin, id: 'abc' } }],
  ['an unknown kind of media', 'answer', { answer: { ...pin, media: { media_type: 'film' } } }],
  ['a list without its items', 'answer', read('/boards/549/pins', '', { bookmark: null })],
  ['a refusal without its code', 'answer', { status: 404, answer: { message: 'Board not found.' } }],
]

describe('calls that Pinterest’s OpenAPI file allows pass the check', () => {
  for (const [what, change] of valid)
    test(what, () => assert.deepEqual(pinterestFaults({ ...right, ...change }), { request: [], answer: [] }))
})

describe('calls that Pinterest’s OpenAPI file does not allow are found', () => {
  for (const [what, where, change] of wrong)
    test(what, () => assert.notDeepEqual(pinterestFaults({ ...right, ...change })[where], []))
})
