/** An idempotency key: one for each intention. `crypto.randomUUID` is missing on plain http. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
