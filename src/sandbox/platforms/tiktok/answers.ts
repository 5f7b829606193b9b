import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'

const logIdOf = (world: World): string => `2026${String(world.next('log')).padStart(16, '0')}`

const fine = (world: World) => ({ code: 'ok', message: '', log_id: logIdOf(world) })

export const ok = (data: Json, world: World): SimulatedReply => ({ status: 200, body: { data, error: fine(world) } })

/** The IDs of posts are JSON numbers that JavaScript cannot represent, so the JSON text is built by hand. */
export function okWithIds(data: Readonly<Record<string, Json>>, ids: readonly string[], world: World): SimulatedReply {
  const fields = Object.entries(data).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  const whole = [...fields, `"publicaly_available_post_id":[${ids.join(',')}]`].join(',')
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(`{"data":{${whole}},"error":${JSON.stringify(fine(world))}}`),
  }
}

export const refuse = (status: number, code: string, message: string, world: World): SimulatedReply => ({
  status,
  body: { data: {}, error: { code, message, log_id: logIdOf(world) } },
})

export const wrongParameters = (message: string, world: World): SimulatedReply =>
  refuse(400, 'invalid_params', message, world)

export const wrongToken = (world: World): SimulatedReply =>
  refuse(401, 'access_token_invalid', 'The access token is invalid or not found in the request.', world)

export const scopeMissing = (world: World): SimulatedReply =>
  refuse(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for completing this request.',
    world,
  )

export const tooManyRequests = (world: World): SimulatedReply =>
  refuse(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.', world)

export const unavailable = (world: World): SimulatedReply =>
  refuse(500, 'internal_error', 'Internal error. Please try again later.', world)

/** If an account cannot post now, the query reports it with status 200, and publishing with 403. */
export const tooManyPosts = (status: 200 | 403, world: World): SimulatedReply =>
  refuse(status, 'spam_risk_too_many_posts', 'The daily post cap from the API is reached.', world)

export const banned = (status: 200 | 403, world: World): SimulatedReply =>
  refuse(status, 'spam_risk_user_banned_from_posting', 'The user is banned from making new posts.', world)

export const isReply = (value: object): value is SimulatedReply => 'status' in value && typeof value.status === 'number'
