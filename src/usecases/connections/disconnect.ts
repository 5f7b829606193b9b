import { PublicError } from '../../contract/errors.ts'
import { findProfileAccount } from '../../store/accounts/accounts.ts'
import { removeAccount } from '../../store/accounts/connect-account.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { auditAccount } from './keep-account.ts'
import { revokeUnused } from './revoke-unused.ts'

export const disconnect: UseCase<'disconnect'> = async ({ body, ...call }) => {
  const platform = call.platforms.find(({ name, aliases }) => [name, ...aliases].includes(body.platform))
  const { account, answered } = await call.database.transaction(async (tx) => {
    const profile = await ownProfile(tx, call.caller, body.profile_id)
    const account = platform && (await findProfileAccount(tx, profile.id, platform.name))
    if (!account) throw notConnected(body.platform)
    await removeAccount(tx, account)
    const { username } = account
    await auditAccount(tx, call.caller, 'account.disconnected', {
      platform: platform.name,
      username,
      now: call.clock.now(),
    })
    return {
      account,
      answered: await call.answer(tx, { status: 'ok' as const, platform: body.platform, profile_id: profile.id }),
    }
  })
  await revokeUnused(call, [account])
  return answered
}

function notConnected(platform: string): PublicError {
  const message = `No ${platform} account is connected in this profile, so there is nothing to disconnect.`
  return new PublicError('platform_not_connected', message, {
    details: [{ path: 'platform', platform, code: 'platform_not_connected', message }],
  })
}
