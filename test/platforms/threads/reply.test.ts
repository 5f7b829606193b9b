import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reply } from '../../../src/platforms/threads/reply.ts'
import type { Reply } from '../../harness/scripted.ts'
import { now, refusal, scripted } from './scripted.ts'

const post = { id: '7', url: null, postType: 'text', result: { id: '7' } }
const asked = { post, commentId: '8', message: 'Thanks!', since: now, others: [] }

const making = 'POST /graph/v1.0/me/threads'
const publishing = 'POST /graph/v1.0/me/threads_publish'
const notFound = refusal(24, 4_279_009)

/** `states` and `publish` are the responses in order; the last one is repeated. */
async function send({ states, publish = [] }: { states: readonly string[]; publish?: readonly Reply[] }) {
  let looks = 0
  let attempts = 0
  const server = await scripted(({ call, path }) => {
    if (call === making) return { body: { id: '101' } }
    if (call === publishing) return publish[Math.min(attempts++, publish.length - 1)] ?? { body: { id: '301' } }
    if (path.endsWith('/301')) return { body: { id: '301', permalink: 'https://www.threads.com/@ada/post/D1' } }
    return { body: { id: '101', status: states[Math.min(looks++, states.length - 1)] } }
  })
  const outcome = await reply.send(asked, server.context())
  return { outcome, calls: server.asked.map(({ call }) => call), attempts: () => attempts }
}

describe('a reply was published before its container was ready', () => {
  test('it is published only when Threads has finished the container', async () => {
    const { outcome, calls } = await send({ states: ['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED'] })
    assert.equal(outcome.type === 'done' && outcome.published?.id, '301')
    assert.equal(calls.indexOf(publishing), calls.lastIndexOf('GET /graph/v1.0/101') + 1)
  })

  test('“Media Not Found” for a container that is not published means not yet', async () => {
    const { outcome, attempts } = await send({
      states: ['FINISHED', 'IN_PROGRESS', 'FINISHED'],
      publish: [notFound, { body: { id: '301' } }],
    })
    assert.deepEqual([outcome.type, attempts()], ['done', 2])
  })

  test('it ended as unknown although nothing was published; now the caller can send it again', async () => {
    const { outcome, attempts } = await send({ states: ['FINISHED'], publish: [notFound] })
    assert.deepEqual([outcome.type, attempts()], ['retry', 3])
  })
})

test('a reply whose container is published after a refusal is in doubt', async () => {
  const { outcome, attempts } = await send({ states: ['FINISHED', 'PUBLISHED'], publish: [notFound] })
  assert.deepEqual([outcome.type, attempts()], ['unknown', 1])
})

test('a reply whose container fails is refused and never published', async () => {
  const { outcome, attempts } = await send({ states: ['IN_PROGRESS', 'ERROR'] })
  assert.deepEqual([outcome.type, attempts()], ['rejected', 0])
})
