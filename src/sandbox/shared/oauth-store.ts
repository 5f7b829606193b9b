import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { World } from './simulator.ts'

/** The data that a code stands for; `login` is set when the code is used. */
const code = z.object({
  accountId: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  challenge: z.object({ value: z.string(), method: z.enum(['S256', 'plain']) }).nullable(),
  expiresAt: z.number(),
  login: z.string().nullable(),
  /** When the login of this code ends for good; null: never. */
  endsAt: z.number().nullable().default(null),
})

/** One consent with all its tokens; when it is dead none of them works. */
const login = z.object({
  accountId: z.string(),
  scopes: z.array(z.string()),
  dead: z.boolean(),
  /** Its tokens end then, and it can't be renewed; null: never. */
  endsAt: z.number().nullable().default(null),
})

const accessToken = z.object({ login: z.string(), expiresAt: z.number() })

const refreshToken = z.object({ login: z.string(), expiresAt: z.number().nullable(), used: z.boolean() })

export type Code = z.output<typeof code>

interface Collection<T> {
  readonly get: (id: string) => T | undefined
  readonly put: (id: string, value: T) => void
}

const collection =
  <S extends z.ZodType<Json>>(name: string, schema: S) =>
  (world: World): Collection<z.output<S>> => {
    const documents = world.documents(name)
    return {
      get: (id) => {
        const document = documents.get(id)
        return document === undefined ? undefined : schema.parse(document)
      },
      put: documents.put,
    }
  }

export const codes = collection('oauth_codes', code)
export const logins = collection('oauth_logins', login)
export const accessTokens = collection('oauth_access_tokens', accessToken)
export const refreshTokens = collection('oauth_refresh_tokens', refreshToken)

/** A new text that looks like a secret. It need not be one: a sandbox protects nothing. */
export const secretText = (purpose: string, world: World): string =>
  createHash('sha256')
    .update(`${purpose} ${world.next('secret')} ${world.now()} ${world.fraction()}`)
    .digest('base64url')
