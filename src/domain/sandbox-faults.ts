/** The parts of a platform for which a fault can be requested. */
export const faultOperations = ['token', 'account', 'upload', 'status', 'create', 'comment', 'read', 'metrics'] as const
export type FaultOperation = (typeof faultOperations)[number]

/** Faults that are an answer of the platform. */
export const refusals = [
  'rate_limit',
  'server_error',
  'token_expired',
  'token_revoked',
  'permission_missing',
  'duplicate',
  'media_rejected',
  'daily_quota',
] as const
export type Refusal = (typeof refusals)[number]

/** Faults that change what the platform does next; its routes check for them. */
export const behaviours = ['slow_processing', 'processing_failed', 'list_lag'] as const
export type Behaviour = (typeof behaviours)[number]

/** Faults that the server carries out, before or after the route. */
const interruptions = ['timeout_before', 'timeout_after', 'server_error_after', 'reset', 'malformed_json'] as const

/** All kinds of faults. */
export const faultKinds = [...refusals, ...behaviours, ...interruptions] as const
export type FaultKind = (typeof faultKinds)[number]
