import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { inSeconds } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { expiredToken, invalidToken } from './errors.ts'

/** Real tokens are signed with keys of the server and of the account. A sandbox protects nothing. */
const key = 'simulated'

const claims = z.object({
  scope: z.string().optional(),
  sub: z.string().optional(),
  /** For a service token: the account, the service, and the allowed method. */
  iss: z.string().optional(),
  aud: z.string(),
  lxm: z.string().nullable().optional(),
  jti: z.string(),
  iat: z.int(),
  exp: z.int(),
})

export type Claims = z.output<typeof claims>

const sign = (content: string): string => createHmac('sha256', key).update(content).digest('base64url')

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** `seconds` is how long it is valid. */
export function makeToken(
  type: 'at+jwt' | 'refresh+jwt' | 'JWT',
  given: Omit<Claims, 'iat' | 'exp'>,
  exp: number,
  world: World,
): string {
  const content = `${part({ typ: type, alg: 'HS256' })}.${part({ ...given, iat: secondsNow(world), exp })}`
  return `${content}.${sign(content)}`
}

/** Returns the content of our token. Throws if it is not one of ours, or has expired. */
export function readToken(token: string, world: World): Claims {
  const at = token.lastIndexOf('.')
  const [, payload = ''] = token.split('.')
  if (at < 0 || sign(token.slice(0, at)) !== token.slice(at + 1)) throw invalidToken()
  const found = claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (found.exp <= secondsNow(world)) throw expiredToken()
  return found
}

export const secondsNow = (world: World): number => Math.floor(inSeconds(world.now()))
