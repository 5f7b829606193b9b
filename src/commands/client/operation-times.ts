import type { Polypost } from '@polypost/sdk'
import { type GivenTime, momentOf, readGivenTime, slotZoneOf } from './given-time.ts'
import type { OperationCommand } from './operation-command.ts'

export type Values = Record<string, unknown>

interface Request {
  /** The values for the slots of the path. */
  readonly ids: readonly string[]
  readonly query: Values
  readonly body: Values | undefined
}

/** A day without a time. */
const isDay = (value: unknown): boolean => typeof value === 'string' && !value.includes('T')

export interface Times {
  readonly query: Values
  readonly body: Values | undefined
  /** When something is published. */
  readonly time: GivenTime | null
  /** In which zone the days of a query begin, if nobody named one. */
  readonly days: string | null
}

/** Reads the times that were given as options, and adds the zone that they are in. */
export async function readTimes(
  client: Polypost,
  operation: OperationCommand,
  { ids, query, body }: Request,
  options: Values,
): Promise<Times> {
  const slotZone = async () => slotZoneOf(client, await profileOf(client, operation.path, { ids, query, body }))
  const readOption = (option: string, named?: unknown) => {
    const text = options[option]
    if (typeof text !== 'string') return null
    return readGivenTime(text, { named: typeof named === 'string' ? named : undefined, slotZone })
  }
  const takes = (fields: OperationCommand['query'] | null, field: string) => fields?.some(({ name }) => name === field)
  const time = takes(operation.body, 'scheduled_at') ? await readOption('scheduledAt', body?.scheduled_timezone) : null
  const end = takes(operation.body, 'expires_at') ? await readOption('expiresAt') : null
  const needsDays = takes(operation.query, 'timezone') && [query.from, query.to].some(isDay)
  const days = needsDays && query.timezone === undefined ? await slotZone() : null
  const needsZone = takes(operation.body, 'timezone') && body?.timezone === undefined
  return {
    query: days === null ? query : { ...query, timezone: days },
    body: body && {
      ...body,
      ...time?.fields,
      ...(end && { expires_at: momentOf(end) }),
      ...(needsZone && { timezone: await slotZone() }),
    },
    time,
    days,
  }
}

/** The profile that the request is about; undefined for the default profile. */
async function profileOf(client: Polypost, path: string, { ids: [id = ''], query, body }: Request) {
  if (path.startsWith('/profiles/{id}')) return id
  if (path.startsWith('/posts/{id}')) return (await client.posts.get(Number(id))).profile_id ?? undefined
  if (path.startsWith('/drafts/{id}')) return (await client.drafts.get(id)).profile_id ?? undefined
  const named = body?.profile_id ?? query.profile_id
  return typeof named === 'string' && named !== 'all' ? named : undefined
}
