import { hash } from 'node:crypto'

/** Equal for texts that differ only in the space around them; null if nothing is left. */
export function textHash(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' ? null : hash('sha256', trimmed, 'base64url').slice(0, 22)
}
