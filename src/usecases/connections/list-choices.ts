import { readAs } from '../../accounts/read.ts'
import { PublicError } from '../../contract/errors.ts'
import { own } from '../../domain/own.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { findProfileAccount } from '../../store/accounts/accounts.ts'
import type { UseCase } from '../context.ts'
import { platformNamed, reconnectMessage } from '../destinations.ts'
import { ownProfile } from '../profiles/own-profile.ts'

const mostChoices = 1_000

export const listChoices: UseCase<'listChoices'> = async ({ caller, database, platforms, accounts, params, query }) => {
  const platform = platformNamed(platforms, params.platform)
  if (!platform) throw new Error(`The contract does not allow this platform: ${params.platform}`)
  const read = own(platform.live.choices ?? {}, query.option)
  if (!read) throw noChoices(platform, query.option)
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const account = await findProfileAccount(database.read, profile.id, platform.name)
  if (!account)
    throw new PublicError(
      'platform_not_connected',
      `${platform.title} is not connected in this profile. Connect it with POST /connect.`,
    )
  if (account.status === 'needs_reconnect') throw new PublicError('reconnect_required', reconnectMessage(platform))
  const result = await readAs(accounts.callAs, account, 'choices', read)
  if (result.type !== 'read')
    throw new PublicError(result.code === 'reconnect_required' ? result.code : 'platform_error', result.message, {
      details: [{ platform: params.platform, code: result.error, message: result.message }],
    })
  return {
    status: 'ok',
    data: { platform: params.platform, option: query.option, choices: result.value.slice(0, mostChoices) },
  }
}

function noChoices({ title, live }: Platform, option: string): PublicError {
  const known = Object.keys(live.choices ?? {})
  const instead = known.length === 0 ? 'It has no such options.' : `Such options are ${known.join(', ')}.`
  const message = `${title} has no list of choices for \`${option}\`. ${instead}`
  return new PublicError('validation_failed', message, {
    details: [{ path: 'query.option', code: 'validation_failed', message }],
  })
}
