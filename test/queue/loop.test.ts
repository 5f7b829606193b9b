import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLoop } from '../../src/queue/loop.ts'
import { createLog } from '../../src/system/log.ts'
import { createPace } from '../../src/system/pace.ts'
import { eventually } from '../harness/eventually.ts'

/** A loop that always finds one more row that is due. */
function endlessWork(run: (id: number, signal: AbortSignal) => Promise<void>) {
  let claims = 0
  const loop = startLoop({
    what: 'rows',
    source: {
      table: 'jobs',
      claim: async () => {
        claims += 1
        return [{ id: claims, fence: 1 }]
      },
      renew: async (held) => held.map(({ id }) => id),
      nextDueIn: async () => null,
    },
    pace: createPace(100),
    log: createLog({ level: 'silent', pretty: false }),
    slots: 2,
    stopping: new AbortController().signal,
    run: ({ id }, signal) => run(id, signal),
  })
  return { loop, claims: () => claims }
}

test('a loop that is stopping claims nothing more, waits for its work, and then has ended', async () => {
  const ended: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const { loop, claims } = endlessWork(async (id, signal) => {
    await held
    await new Promise((resolve) => setImmediate(resolve))
    ended.push(`${id} ${signal.aborted ? 'was cut off' : 'ended'}`)
  })
  await eventually('every slot is taken', () => claims() === 2)
  const stopped = loop.stop()
  release()
  await stopped
  assert.deepEqual([claims(), ended], [2, ['1 ended', '2 ended']])
  loop.wake()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(claims(), 2)
})
