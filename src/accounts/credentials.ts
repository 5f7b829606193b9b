import { z } from 'zod'
import type { Sealer } from '../crypto/seal.ts'
import type { Credentials } from '../platforms/shared/context.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import { accountBinding } from '../store/engine/sealed.ts'

export const credentialsSchema: z.ZodType<Credentials> = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable(),
  scopes: z.array(z.string()),
  extra: z.record(z.string(), z.string()),
  renewFrom: z.number().optional(),
})

/** Sealed for one row, so that they do not open in the row of another account. */
export const sealCredentials = (sealer: Sealer, id: number, credentials: Credentials): string =>
  sealer.seal(JSON.stringify(credentials), accountBinding(id))

export const openCredentials = (sealer: Sealer, { id, credentials }: AccountRow): Credentials | null =>
  credentials === null ? null : credentialsSchema.parse(JSON.parse(sealer.open(credentials, accountBinding(id))))

/** When the login itself ends, as far as that is known (a login that can be renewed has no end), and when to renew it. */
export const timesOf = ({ refreshToken, expiresAt, renewFrom }: Credentials) => ({
  expires_at: refreshToken === null ? expiresAt : null,
  renew_from: renewFrom ?? null,
})
