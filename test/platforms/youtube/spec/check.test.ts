import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { youtubeFaults } from './check.ts'

const video = { kind: 'youtube#video', id: 'abcdefghijk', status: { uploadStatus: 'uploaded' } }
const list = (items: readonly object[]) => ({ kind: 'youtube#videoListResponse', items })

const right: Exchange = {
  method: 'GET',
  path: '/youtube/v3/videos',
  query: new URLSearchParams('part=status,statistics&id=abcdefghijk'),
  type: null,
  body: undefined,
  status: 200,
  answerType: 'application/json; charset=utf-8',
  answer: list([{ ...video, statistics: { viewCount: '10' } }]),
}
const query = (text: string): Partial<Exchange> => ({ query: new URLSearchParams(text) })
const answer = (...items: readonly object[]): Partial<Exchange> => ({ answer: list(items) })
const comment = (snippet: object): Partial<Exchange> => ({
  method: 'POST',
  path: '/youtube/v3/comments',
  ...query('part=snippet'),
  type: 'application/json',
  body: { snippet },
  answer: { kind: 'youtube#comment', id: 'a.b' },
})
const session = (more: Partial<Exchange>): Partial<Exchange> => ({
  method: 'POST',
  path: '/upload/youtube/v3/videos',
  ...query('uploadType=resumable&part=snippet,status'),
  type: 'application/json',
  body: { snippet: { title: 'A' }, status: { privacyStatus: 'public' } },
  answer: '',
  ...more,
})
const refusal = (error: object): Partial<Exchange> => ({ status: 403, answer: { error } })
const one = { message: 'No.', domain: 'global', reason: 'forbidden' }

const valid: readonly (readonly [what: string, change: Partial<Exchange>])[] = [
  ['a list', {}],
  ['a reply', comment({ parentId: 'a', textOriginal: 'Yes' })],
  ['a session that begins', session({})],
  [
    'the end of a session',
    session({ method: 'PUT', ...query('part=status&upload_id=A'), body: undefined, status: 201, answer: video }),
  ],
  ['a refusal', refusal({ code: 403, message: 'No.', errors: [one] })],
]

const wrong: readonly (readonly [what: string, where: 'request' | 'answer', change: Partial<Exchange>])[] = [
  ['an unknown path', 'request', { path: '/youtube/v3/films' }],
  ['an unknown parameter', 'request', query('part=status&id=a&fields_of=b')],
  ['a parameter that is missing', 'request', query('id=a')],
  ['a parameter of another type', 'request', query('part=status&id=a&maxResults=many')],
  ['an unknown field', 'request', comment({ parentId: 'a', text: 'Yes' })],
  ['a field of another type', 'request', comment({ parentId: 1 })],
  ['an unknown privacy status', 'request', session({ body: { status: { privacyStatus: 'friends' } } })],
  ['a number where a text has to be', 'answer', answer({ ...video, statistics: { viewCount: 10 } })],
  ['a text that is not a number', 'answer', answer({ ...video, statistics: { viewCount: 'ten' } })],
  ['an unknown state', 'answer', answer({ ...video, status: { uploadStatus: 'ready' } })],
  ['an unknown field of a response', 'answer', answer({ ...video, name: 'A' })],
  ['a refusal without its list', 'answer', refusal({ code: 403, message: 'No.' })],
]

describe('calls that Google’s discovery document allows pass the check', () => {
  for (const [what, change] of valid)
    test(what, () => assert.deepEqual(youtubeFaults({ ...right, ...change }), { request: [], answer: [] }))
})

describe('calls that Google’s discovery document does not allow are found', () => {
  for (const [what, where, change] of wrong)
    test(what, () => assert.notDeepEqual(youtubeFaults({ ...right, ...change })[where], []))
})
