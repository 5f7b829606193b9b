import type { Webhook, WebhookDelivery } from '@polypost/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export type EventName = WebhookDelivery['event']

/** How often the health of the endpoints is read again, in milliseconds. */
const lookEvery = 5_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => polypost.webhooks.list(),
  refetchInterval: lookEvery,
})

/** How often the deliveries are read again: while one is on its way, and else. In milliseconds. */
const soon = 2_000
const later = 15_000

const isOnItsWay = ({ status }: WebhookDelivery): boolean => status === 'pending' || status === 'delivering'

/** The deliveries to an endpoint in pages, newest first. */
export const deliveriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam: before }) =>
      polypost.webhooks.listDeliveries(id, before === undefined ? {} : { before }),
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(isOnItsWay)) ? soon : later,
  })

export type EndpointState = 'receives' | 'fails' | 'disabled'

export const stateOf = ({ disabled_at, failing_since }: Webhook): EndpointState =>
  disabled_at !== null ? 'disabled' : failing_since !== null ? 'fails' : 'receives'

const rank: Readonly<Record<EndpointState, number>> = { disabled: 0, fails: 1, receives: 2 }

/** Webhooks that want somebody come first. */
export const byNeed = (webhooks: readonly Webhook[]): Webhook[] =>
  webhooks.toSorted((one, other) => rank[stateOf(one)] - rank[stateOf(other)])
