import { createHash } from 'node:crypto'
import { z } from 'zod'
import { sortNames } from '../calls/idempotency.ts'
import { type DetailCode, PublicError } from '../contract/errors.ts'
import { type Sealer, UnsealFault } from '../crypto/seal.ts'
import { minute } from '../domain/time.ts'
import type { Clock } from '../system/clock.ts'
import { randomText } from '../system/random.ts'

const validFor = 30 * minute

const content = z.object({ id: z.string(), expiresAt: z.number() })

/**
 * A confirmation says that this user has validated exactly this post. It is encrypted with the secret key of the
 * instance and bound to user and post, so every process can check it and nobody else can make one.
 */
export function createConfirmations(sealer: Sealer, clock: Clock) {
  return {
    make(userId: number, post: object): { readonly confirmation: string; readonly expiresAt: number } {
      const expiresAt = clock.now() + validFor
      const text = JSON.stringify({ id: randomText(24), expiresAt })
      return { confirmation: sealer.seal(text, bindingOf(userId, post)), expiresAt }
    },

    /** Returns the idempotency key of the confirmation, so that it publishes once. */
    check(userId: number, post: object, confirmation: string): string {
      const { id, expiresAt } = content.parse(JSON.parse(open(sealer, confirmation, bindingOf(userId, post))))
      if (expiresAt <= clock.now())
        throw refused(
          'confirmation_expired',
          'This confirmation is older than 30 minutes. If it may have been used, look with list_posts whether the post exists. Otherwise call validate_post again.',
        )
      return `mcp-${id}`
    },
  }
}

export type Confirmations = ReturnType<typeof createConfirmations>

function open(sealer: Sealer, confirmation: string, binding: string): string {
  try {
    return sealer.open(confirmation, binding)
  } catch (fault) {
    if (!(fault instanceof UnsealFault)) throw fault
    throw refused(
      'confirmation_mismatch',
      'This confirmation is not for this post: something differs from what was validated. Send exactly the same fields, or validate the changed post and show it to the person again.',
    )
  }
}

/** A post without a field is the same as one with an empty list. */
function bindingOf(userId: number, post: object): string {
  const filled = Object.entries(post).filter(([, value]) => value !== undefined && !isEmptyList(value))
  const text = JSON.stringify(Object.fromEntries(filled), sortNames)
  return `mcp.confirmation.${userId}.${createHash('sha256').update(text).digest('hex')}`
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const refused = (code: DetailCode, message: string): PublicError =>
  new PublicError('validation_failed', message, { details: [{ path: 'confirmation', code, message }] })
