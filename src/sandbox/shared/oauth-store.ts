import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { World } from './simulator.ts'

/** What a code is worth; once it is used, `login` says what became of it. */
const code = z.object({
  accountId: z.string(),
  redirectUri: z.string(),
  scopes: z.array(z.string()),
  challenge: z.object({ value: z.string(), method: z.enum(['S256', 'plain']) }).nullable(),
  expiresAt: z.number(),
  login: z.string().nullable(),
})

/** All tokens that came of one consent; when it is dead none of them works. */
const login = z.object({ accountId: z.string(), scopes: z.array(z.string()), dead: z.boolean() })

const accessToken = z.object({ login: z.string(), expiresAt: z.number() })

const refreshToken = z.object({ login: z.string(), expiresAt: z.number().nullable(), used: z.boolean() })

export type Code = z.output<typeof code>

interface Shelf<T> {
  readonly get: (id: string) => T | undefined
  readonly put: (id: string, value: T) => void
}

const shelf =
  <S extends z.ZodType<Json>>(collection: string, schema: S) =>
  (world: World): Shelf<z.output<S>> => {
    const documents = world.documents(collection)
    return {
      get: (id) => {
        const document = documents.get(id)
        return document === undefined ? undefined : schema.parse(document)
      },
      put: documents.put,
    }
  }

export const codes = shelf('oauth_codes', code)
export const logins = shelf('oauth_logins', login)
export const accessTokens = shelf('oauth_access_tokens', accessToken)
export const refreshTokens = shelf('oauth_refresh_tokens', refreshToken)

/** Text that was never given before. It looks like a secret, and need not be one: a sandbox guards nothing. */
export const secretText = (purpose: string, world: World): string =>
  createHash('sha256')
    .update(`${purpose} ${world.next('secret')} ${world.now()} ${world.fraction()}`)
    .digest('base64url')
