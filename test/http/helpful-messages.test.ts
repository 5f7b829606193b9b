import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseInput } from '../../src/calls/parse.ts'
import { PublicError } from '../../src/contract/errors.ts'
import { defineOperations } from '../../src/contract/operations.ts'
import { unknownRoute } from '../../src/http/unknown-route.ts'
import { platforms } from '../../src/platforms/index.ts'

const operations = defineOperations(platforms)

describe('a request for a path that does not exist gets the operation that was probably meant', () => {
  const cases = [
    ['POST', '/api/v1/posts', 405, 'POST is not possible at this path; use GET, HEAD. Did you mean POST /api/v1/post?'],
    ['PATCH', '/api/v1/post/12', 404, 'There is nothing at /api/v1/post/12. Did you mean PATCH /api/v1/posts/{id}?'],
    ['GET', '/profiles?page=2', 404, 'There is nothing at /profiles. Did you mean GET /api/v1/profiles?'],
    ['POST', '/api/v1/post/', 404, 'There is nothing at /api/v1/post/. Did you mean POST /api/v1/post?'],
    ['GET', '/nowhere', 404, 'There is nothing at /nowhere. All operations are listed at /api/v1/docs.'],
  ] as const
  for (const [method, url, status, message] of cases)
    test(`${method} ${url}`, () => {
      const error = unknownRoute(method, url, Object.values(operations))
      assert.equal(error.status, status)
      assert.ok(error.message.startsWith(message), error.message)
    })
})

describe('the error about a malformed value contains the expected form', () => {
  const messageOf = (run: () => unknown): string => {
    try {
      run()
    } catch (error) {
      if (error instanceof PublicError) return error.message
      throw error
    }
    return 'nothing was thrown'
  }
  const raw = { params: {}, query: {}, body: undefined }

  test('an ID of another kind in the path', () => {
    const params = { id: 'batch_8fK2mQx0ZtB4vN7cR1sYpW3d' }
    assert.equal(
      messageOf(() => parseInput(operations.getPost, { ...raw, params })),
      'The path must contain the ID of a post, which is a whole number: its `post_id`, or the `jobId` of one of its jobs, but not its `batch_id`.',
    )
  })

  test('an ID in a path with several', () => {
    const params = { id: '5', delivery_id: 'x' }
    assert.equal(
      messageOf(() => parseInput(operations.redeliver, { ...raw, params })),
      'The path must contain the ID of a delivery, which is a whole number.',
    )
  })

  test('a date', () => {
    assert.equal(
      messageOf(() => parseInput(operations.browseAnalytics, { ...raw, query: { start_date: '3.11.2026' } })),
      'start_date: Must be a date such as 2026-11-03.',
    )
  })

  const typos = [
    [
      'a field',
      { body: { mesage: 'We are live.', platforms: ['x'] } },
      'mesage: This field does not exist here. Did you mean message?',
    ],
    [
      'a field in other letters',
      { body: { message: 'a', platforms: ['x'], scheduledAt: '' } },
      'scheduledAt: This field does not exist here. Did you mean scheduled_at?',
    ],
    [
      'a field that is like none',
      { body: { message: 'a', platforms: ['x'], banana: 1 } },
      'banana: This field does not exist here. The fields are ',
    ],
  ] as const
  for (const [what, sent, begins] of typos)
    test(`the typo of ${what} comes first`, () => {
      const message = messageOf(() => parseInput(operations.createPost, { ...raw, ...sent }))
      assert.ok(message.startsWith(begins), message)
    })

  test('a parameter is called a parameter', () => {
    const message = messageOf(() => parseInput(operations.listPosts, { ...raw, query: { per_pages: '5' } }))
    assert.ok(message.startsWith('per_pages: This parameter does not exist here. Did you mean per_page?'), message)
  })

  test('the address of a file without its object', () => {
    const body = { message: 'a', platforms: ['x'], media: ['https://acme.example/a.png'] }
    assert.equal(
      messageOf(() => parseInput(operations.createPost, { ...raw, body })),
      'media.0: Must be an object such as { "url": "https://…" }, not a string.',
    )
  })
})
