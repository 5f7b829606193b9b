import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Exchange } from '../../../harness/openapi-check.ts'
import { xFaults } from './check.ts'

const right: Exchange = {
  method: 'POST',
  path: '/2/tweets',
  query: new URLSearchParams(),
  type: 'application/json',
  body: { text: 'hello' },
  status: 201,
  answerType: 'application/json; charset=utf-8',
  answer: { data: { id: '1', text: 'hello' } },
}
const read = (query: string, answer: unknown): Partial<Exchange> => ({
  method: 'GET',
  path: '/2/tweets',
  query: new URLSearchParams(query),
  type: null,
  body: undefined,
  status: 200,
  answer,
})
const metrics = { reply_count: 0, like_count: 0, quote_count: 0, bookmark_count: 0, impression_count: 0 }
const problem = (more: object): Partial<Exchange> => ({
  status: 403,
  answerType: 'application/problem+json',
  answer: { title: 'Forbidden', ...more },
})

const valid: readonly (readonly [what: string, change: Partial<Exchange>])[] = [
  ['a post', {}],
  ['a read in the old names', read('ids=1,2&tweet.fields=author_id', { data: [{ id: '1', text: '' }] })],
  ['a read in the new names', read('ids=1&post.fields=text', { data: [{ id: '1', text: '' }] })],
  ['a problem', problem({ type: 'about:blank' })],
]

const wrong: readonly (readonly [what: string, where: keyof ReturnType<typeof xFaults>, change: Partial<Exchange>])[] =
  [
    ['an unknown path', 'request', { path: '/2/posts' }],
    ['an unknown field', 'request', { body: { message: 'hello' } }],
    ['a field of another type', 'request', { body: { text: 'hello', media: { media_ids: [1] } } }],
    ['a body of another type', 'request', { type: 'text/plain' }],
    ['an unknown parameter', 'request', { query: new URLSearchParams('fields=id') }],
    ['a parameter that is missing', 'request', read('tweet.fields=id', {})],
    ['a field of the other generation', 'request', read('ids=1&post.fields=author_id', {})],
    ['a placeholder that is not an ID', 'request', { ...read('', {}), path: '/2/tweets/abc' }],
    ['an answer without its ID', 'answer', { answer: { data: { text: 'hello' } } }],
    ['an answer of another type', 'answer', { answerType: 'text/html' }],
    [
      'numbers in the other generation’s names',
      'answer',
      read('ids=1&post.fields=public_metrics', { data: [{ public_metrics: { ...metrics, retweet_count: 0 } }] }),
    ],
    ['an empty list where none has to be', 'answer', read('ids=1&tweet.fields=id', { data: [] })],
    ['a problem without its type', 'answer', problem({})],
  ]

describe('calls that X’s OpenAPI files allow pass the check', () => {
  for (const [what, change] of valid)
    test(what, () => assert.deepEqual(xFaults({ ...right, ...change }), { request: [], answer: [] }))
})

describe('calls that X’s OpenAPI files do not allow are found', () => {
  for (const [what, where, change] of wrong)
    test(what, () => assert.notDeepEqual(xFaults({ ...right, ...change })[where], []))
})
