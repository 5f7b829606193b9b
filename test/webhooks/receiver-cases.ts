import assert from 'node:assert/strict'
import {
  always,
  bomb,
  cuts,
  drips,
  endpoint,
  flood,
  hangingConnect,
  inTurn,
  nobody,
  promises,
  says,
  saysNothing,
  saysThenCuts,
} from '../harness/servers/endpoints.ts'
import {
  answering,
  type Case,
  day,
  delivered,
  failed,
  greedy,
  isDisabled,
  isWaiting,
  later,
  mebibyte,
  rebinding,
  redirecting,
  refused,
  second,
  secure,
  waitsFor,
} from './receiver-case.ts'

/** Everything that an endpoint may do with a delivery, created again for each run. */
export const cases = (): readonly Case[] => [
  { what: '200', make: () => answering(200, {}, 'ok'), ends: delivered(200) },
  { what: '204', make: () => answering(204), ends: delivered(204) },
  redirecting(301),
  redirecting(302),
  { what: '400', make: () => answering(400), ends: failed(400, 'http_error') },
  { what: '404', make: () => answering(404, {}, 'nothing here'), ends: failed(404, 'http_error') },
  {
    what: '410, while another delivery waits',
    make: () => endpoint(inTurn(says(500, later), says(410))),
    patient: true,
    act: async (run) => {
      await isWaiting(run)
      assert.equal((await run.ask('POST', `/webhooks/${run.id}/test`)).status, 200)
    },
    ends: { status: 'cancelled', history: [refused(410)], requests: 2 },
    check: async (run) => {
      const [, other] = await run.deliveries()
      assert.deepEqual([other?.status, other?.attempts], ['cancelled', 1])
      await isDisabled(run, 'gone')
    },
  },
  waitsFor(429, () => '2'),
  { what: '500', make: () => answering(500), ends: failed(500, 'http_error') },
  waitsFor(503, () => new Date(Date.now() + 3 * second).toUTCString()),
  { what: 'nobody there', make: nobody, ends: { ...failed(null, 'network_error'), requests: 0 } },
  {
    what: 'a name that is gone',
    make: async () => ({ ...(await nobody()), url: 'http://gone.test/hook' }),
    ends: { ...failed(null, 'network_error'), requests: 0 },
  },
  rebinding(),
  { what: 'a certificate that is right', make: () => secure('valid.pem'), ends: delivered(200) },
  ...[
    ['self-signed', 'self-signed.pem'],
    ['expired', 'expired.pem'],
    ['for another name', 'other-name.pem'],
  ].map(
    ([what, file = '']): Case => ({
      what: `a certificate that is ${what}`,
      make: () => secure(file),
      ends: { ...failed(null, 'network_error'), requests: 0 },
    }),
  ),
  { what: 'connections that hang', make: hangingConnect, ends: { ...failed(null, 'timeout'), requests: 0 } },
  {
    what: 'headers that never come',
    make: () => endpoint(always((socket) => socket.write('HTTP/1.1 200 OK\r\nX-One: 1\r\n'))),
    ends: failed(null, 'timeout'),
  },
  { what: 'a body that drips', make: () => endpoint(always(drips)), ends: delivered(200) },
  { what: 'a reset', make: () => endpoint(always(cuts)), ends: failed(null, 'network_error') },
  { what: '200 and then a reset', make: () => endpoint(always(saysThenCuts(200))), ends: delivered(200) },
  greedy('a body without an end', flood()),
  greedy('a body that is small until it is unpacked', bomb()),
  {
    what: 'a large body that is announced',
    make: () => answering(200, {}, Buffer.alloc(mebibyte)),
    ends: delivered(200),
  },
  {
    what: 'a body that is packed in a strange way',
    make: () => answering(200, { 'Content-Encoding': 'zstd' }, 'ok'),
    ends: delivered(200),
  },
  { what: '100 for ever', make: () => endpoint(always(promises())), ends: failed(null, 'network_error') },
  {
    what: 'a webhook that is deleted between two attempts',
    make: () => answering(500, later),
    patient: true,
    act: async (run) => {
      await isWaiting(run)
      assert.equal((await run.ask('DELETE', `/webhooks/${run.id}`)).status, 200)
    },
    ends: { status: 'cancelled', history: [refused(500)], lastError: 'endpoint_removed' },
  },
  {
    what: 'a webhook that is deleted during an attempt',
    make: () => endpoint(always(saysNothing)),
    patient: true,
    act: async ({ ask, id }) => assert.equal((await ask('DELETE', `/webhooks/${id}`)).status, 200),
    ends: { status: 'cancelled', history: [[null, 'timeout']], lastError: 'endpoint_removed' },
  },
  {
    what: 'nothing but failures for five days',
    make: () => answering(500, later),
    patient: true,
    act: async (run) => {
      await isWaiting(run)
      const { rows, id } = run
      const failing_since = Date.now() - 5 * day
      await rows.change((db) => db.updateTable('webhooks').set({ failing_since }).where('id', '=', id).execute())
      await rows.change((db) => db.updateTable('deliveries').set({ due_at: 1 }).where('webhook_id', '=', id).execute())
    },
    ends: { status: 'cancelled', history: [refused(500), refused(500)] },
    check: (run) => isDisabled(run, 'failing'),
  },
]
