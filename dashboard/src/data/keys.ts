import type { ApiKey } from '@polypost/sdk'
import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => polypost.keys.listOwn() })

/** From here on the end of a key is marked, in milliseconds. */
const soon = 14 * 24 * 60 * 60_000

export type KeyState = 'works' | 'ends' | 'ended' | 'orphaned' | 'revoked'

/** When it ends; an application renews its key every hour until another time. */
export const endOfKey = ({ application, expires_at }: ApiKey): string | null =>
  application?.signed_in_until ?? expires_at

export function stateOfKey(key: ApiKey, now = Date.now()): KeyState {
  if (key.revoked_at !== null) return 'revoked'
  if (key.person?.active === false) return 'orphaned'
  const end = endOfKey(key)
  if (end === null) return 'works'
  const left = Date.parse(end) - now
  return left <= 0 ? 'ended' : left <= soon ? 'ends' : 'works'
}

/** Whether the key works now. */
export const isLive = (key: ApiKey): boolean => ['works', 'ends'].includes(stateOfKey(key))
