import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { ConnectionRow } from '../../store/connections.ts'
import { isoTime } from '../../system/clock.ts'

type ShownConnection = Output<Operations['getConnection']>['data']

/** An open connection expires after an hour. */
export const statusOf = ({ status, expires_at }: ConnectionRow, now: number): ShownConnection['status'] =>
  (status === 'waiting' || status === 'choosing') && expires_at <= now ? 'expired' : status

export function showConnection(row: ConnectionRow, now: number): ShownConnection {
  const status = statusOf(row, now)
  return {
    connection_id: row.id,
    platform: row.named,
    profile_id: row.profile_id,
    environment: row.environment,
    status,
    url: status === 'waiting' ? row.url : null,
    choices: status === 'choosing' ? row.choices : [],
    connected_platforms: row.connected,
    error: row.error,
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  }
}
