import { z } from 'zod'
import { credentialsSchema } from '../../accounts/credentials.ts'
import type { Identity } from '../../platforms/shared/connect.ts'
import { type Choice, type ConnectionRow, changeConnection } from '../../store/accounts/connections.ts'
import { lockProfile } from '../../store/accounts/profiles.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { connectionBinding } from '../../store/engine/sealed.ts'
import { findUser } from '../../store/people/users.ts'
import type { Services } from '../context.ts'
import { keepAccount } from './keep-account.ts'

const identity: z.ZodType<Identity> = z.object({
  remoteId: z.string(),
  username: z.string().nullable(),
  eligible: z.boolean(),
  kind: z.enum(['account', 'page', 'board', 'channel']),
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  profileUrl: z.string().nullable(),
  accountType: z.string().nullable(),
  missingPermissions: z.array(z.string()),
  dataAccessEndsAt: z.number().nullish(),
  credentials: credentialsSchema.optional(),
  boardId: z.string().optional(),
  pageId: z.string().optional(),
}) as z.ZodType<Identity> // zod writes `| undefined` to what may be left out

/** The result of a sign-in, stored encrypted until the person has chosen. */
const pending = z.object({
  credentials: credentialsSchema,
  identities: z.array(identity),
  /** Hash of the secret that identifies the browser of the sign-in. */
  browser: z.string(),
})

export type PendingChoice = z.output<typeof pending>

type ConnectServices = Pick<Services, 'accounts' | 'sealer' | 'clock'>

export const sealPending = ({ sealer }: Pick<Services, 'sealer'>, id: string, pending: PendingChoice): string =>
  sealer.seal(JSON.stringify(pending), connectionBinding(id))

export const openPending = (
  { sealer }: Pick<Services, 'sealer'>,
  { id, secret }: ConnectionRow,
): PendingChoice | null =>
  secret === null ? null : pending.parse(JSON.parse(sealer.open(secret, connectionBinding(id))))

/** Several boards belong to one account. */
const choiceId = (one: Identity): string => one.boardId ?? one.pageId ?? one.remoteId

export const choiceOf = (one: Identity): Choice => ({
  id: choiceId(one),
  kind: one.kind,
  name: one.displayName ?? one.username ?? one.remoteId,
  username: one.username,
  avatar_url: one.avatarUrl,
})

/** Connects one of the identities of a login and ends the connection. */
export async function connectIdentity(
  tx: Transaction,
  services: ConnectServices,
  row: ConnectionRow,
  login: Pick<PendingChoice, 'credentials'> & { readonly identity: Identity },
): Promise<ConnectionRow> {
  const user = await findUser(tx, row.user_id)
  const profile = await lockProfile(tx, row.user_id, row.profile_id)
  if (!user || !profile)
    return changeConnection(tx, row.id, {
      ...over,
      status: 'failed',
      error: { code: 'profile_deleted', message: 'The profile was deleted in the meantime, so nothing was connected.' },
    })
  await keepAccount(tx, services.accounts, {
    ...login,
    by: null,
    userId: user.id,
    plan: user.plan_id,
    profileId: profile.id,
    platform: row.platform,
    environment: row.environment,
    now: services.clock.now(),
  })
  return changeConnection(tx, row.id, { ...over, status: 'connected', connected: [row.platform] })
}

/** A connection that nobody can continue. */
export const over = { state_hash: null, secret: null, choices: [] }

/** Connects the chosen identity; undefined if the choice does not exist. */
export async function connectChoice(
  tx: Transaction,
  services: ConnectServices,
  row: ConnectionRow,
  id: string,
): Promise<ConnectionRow | undefined> {
  const pending = openPending(services, row)
  const chosen = pending?.identities.find((one) => choiceId(one) === id)
  if (!pending || !chosen) return undefined
  return connectIdentity(tx, services, row, { credentials: pending.credentials, identity: chosen })
}
