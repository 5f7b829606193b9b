import assert from 'node:assert/strict'
import type { DeliveryRow } from '../../../src/store/deliveries/deliveries.ts'
import type { Client } from '../../harness/client.ts'
import type { ToldStore } from './delivery-store.ts'

/** Lists the deliveries of all webhooks by the API: each is listed once, as it is stored, the newest first. */
export async function assertAllShown(clients: readonly Client[], { deliveries }: ToldStore): Promise<void> {
  const stored = Map.groupBy(deliveries, ({ webhook_id }) => webhook_id)
  for (const ask of clients) {
    const { webhooks } = (await ask('GET', '/webhooks')).body.data
    for (const { id } of webhooks) {
      const expected = (stored.get(id) ?? []).toSorted((a, b) => b.id - a.id).map(shown)
      assert.deepEqual(await pagesOf(ask, id), expected)
      stored.delete(id)
    }
  }
  assert.deepEqual(
    [...stored.keys()].filter((id) => id !== null),
    [],
  )
}

const shown = ({ id, status, attempts, event_id, history }: DeliveryRow) =>
  [id, status, attempts, event_id, history.map(({ number, error }) => [number, error])] as const

async function pagesOf(ask: Client, id: number): Promise<unknown[]> {
  const found: unknown[] = []
  for (let before: number | null = null; ; ) {
    const { body } = await ask('GET', `/webhooks/${id}/deliveries${before === null ? '' : `?before=${before}`}`)
    for (const one of body.deliveries) {
      const history = one.attempt_history.map((attempt: { attempt_number: number; error_code: string | null }) => [
        attempt.attempt_number,
        attempt.error_code,
      ])
      found.push([one.id, one.status, one.attempts, one.event_id, history])
    }
    before = body.next_before
    if (before === null) return found
  }
}
