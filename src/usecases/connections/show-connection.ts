import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { ConnectionRow } from '../../store/accounts/connections.ts'
import { isoTime } from '../../system/clock.ts'

type ShownConnection = Output<Operations['getConnection']>['data']

/** An open connection expires after an hour. */
export function statusOf({ status, expires_at }: ConnectionRow, now: number): ShownConnection['status'] {
  const isOpen = status === 'waiting' || status === 'confirming' || status === 'choosing'
  if (isOpen && expires_at <= now) return 'expired'
  return status === 'confirming' ? 'waiting' : status
}

/** The content of the request to the platform; nothing without a sign-in in a browser. */
function requestOf({ url }: Pick<ConnectionRow, 'url'>): { redirect_uri: string | null; scopes: string[] } {
  const query = URL.parse(url ?? '')?.searchParams
  return {
    redirect_uri: query?.get('redirect_uri') ?? null,
    scopes: (query?.get('scope') ?? '').split(/[ ,]/).filter((scope) => scope !== ''),
  }
}

/** All that is known about a failed connection; null if it has not failed. */
export function failureOf(row: ConnectionRow): ShownConnection['failure'] {
  if (row.error === null || row.status !== 'failed') return null
  const { code, message, platformCode = null, platformMessage = null, advice = null } = row.error
  return {
    code,
    message,
    platform_code: platformCode,
    platform_message: platformMessage,
    ...requestOf(row),
    advice,
    guide: `docs/platforms/${row.platform}.md`,
  }
}

export function showConnection(row: ConnectionRow, now: number): ShownConnection {
  const status = statusOf(row, now)
  return {
    connection_id: row.id,
    platform: row.named,
    profile_id: row.profile_id,
    environment: row.environment,
    status,
    url: status === 'waiting' && row.status === 'waiting' ? row.url : null,
    choices: status === 'choosing' ? row.choices : [],
    connected_platforms: row.connected,
    error: row.error && { code: row.error.code, message: row.error.message },
    ...requestOf(row),
    failure: failureOf(row),
    created_at: isoTime(row.created_at),
    expires_at: isoTime(row.expires_at),
  }
}
