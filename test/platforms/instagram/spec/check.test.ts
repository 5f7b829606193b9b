import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { createInstagramCheck } from './check.ts'

const right: Exchange = {
  method: 'POST',
  path: '/v25.0/7841/media',
  query: new URLSearchParams(),
  type: 'application/json',
  body: { media_type: 'REELS', video_url: 'https://media.example/a.mp4', share_to_feed: true },
  status: 200,
  answerType: 'application/json; charset=utf-8',
  answer: { id: '1' },
}
const read = (path: string, query: string, answer: unknown): Partial<Exchange> => ({
  method: 'GET',
  path: `/v25.0${path}`,
  query: new URLSearchParams(query),
  type: null,
  body: undefined,
  answer,
})
const error = { message: 'No.', type: 'OAuthException', code: 100, fbtrace_id: 'A' }

const valid: readonly (readonly [what: string, change: Partial<Exchange>])[] = [
  ['a container', {}],
  ['a container of a carousel', { body: { media_type: 'CAROUSEL', children: ['1', '2'] } }],
  ['publishing', { path: '/v25.0/7841/media_publish', body: { creation_id: '1' } }],
  ['an account', read('/7841', 'fields=username,followers_count', { username: 'ada', followers_count: 1, id: '7841' })],
  ['a list', read('/7841/media', 'fields=id,caption&limit=5', { data: [{ id: '1', caption: 'a' }] })],
  ['comments', read('/1/comments', 'fields=id,text,replies{id,text}', { data: [{ id: '1', text: 'a' }] })],
  ['a refusal', { status: 400, answer: { error } }],
]

const wrong: readonly (readonly [what: string, where: 'request' | 'answer', change: Partial<Exchange>])[] = [
  ['an unknown edge', 'request', { path: '/v25.0/7841/posts' }],
  ['an unknown parameter', 'request', { body: { text: 'a' } }],
  ['a parameter of another type', 'request', { body: { share_to_feed: 'maybe' } }],
  ['an ID that is not a container', 'request', { path: '/v25.0/7841/media_publish', body: { creation_id: 'C' } }],
  ['an unknown field', 'request', read('/7841', 'fields=followers', { id: '7841' })],
  ['an unknown field of a list', 'request', read('/7841/media', 'fields=id,text', { data: [] })],
  ['an unknown field of a response', 'answer', read('/7841', 'fields=username', { user: 'ada', id: '7841' })],
  ['a field of an answer of another type', 'answer', read('/7841', 'fields=username', { username: 1, id: '7841' })],
  ['a listed field of another type', 'answer', read('/7841/media', 'fields=id', { data: [{ id: 1 }] })],
  ['a refusal of another shape', 'answer', { status: 400, answer: { error: 'No.' } }],
]

for (const host of ['api', 'graph'] as const) {
  describe(`calls that Meta’s specs allow pass the check (${host})`, () => {
    for (const [what, change] of valid)
      test(what, () =>
        assert.deepEqual(createInstagramCheck()(host, { ...right, ...change }), { request: [], answer: [] }),
      )
  })

  describe(`calls that they do not allow are found (${host})`, () => {
    for (const [what, where, change] of wrong)
      test(what, () => assert.notDeepEqual(createInstagramCheck()(host, { ...right, ...change })[where], []))
  })
}

test('calls of Facebook Login are found if they are made with Instagram Login', () => {
  const asked = { ...right, ...read('/7841', 'fields=business_discovery.username(ben){id}', { id: '7841' }) }
  assert.notDeepEqual(createInstagramCheck()('api', asked).request, [])
  assert.deepEqual(createInstagramCheck()('graph', asked).request, [])
})
