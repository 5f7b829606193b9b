import { PublicError } from '../../contract/errors.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { putApp as storeApp } from '../../store/accounts/apps.ts'
import { appBinding } from '../../store/engine/sealed.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { appNamed, namedPlatform } from './named-app.ts'
import { showApp } from './show-app.ts'

export const putApp: UseCase<'putApp'> = async (call) => {
  const { database, clock, sealer, accounts, caller, params, body } = call
  const platform = namedPlatform(call, params.platform)
  const name = appNamed(platform, body.login)
  if ((await accounts.apps.sources()).get(name) === 'environment') throw setElsewhere(platform, name)
  const { client_id, client_secret: secret = null } = body
  const now = clock.now()
  await database.transaction(async (tx) => {
    const client_secret = secret === null ? null : sealer.seal(secret, appBinding(name))
    await storeApp(tx, { name, client_id, client_secret, updated_at: now })
    await audit(tx, caller, 'app.stored', { now, target: { type: 'app', id: name, name: platform.title } })
  })
  return showApp(call, platform)
}

function setElsewhere({ title }: Platform, name: string): PublicError {
  const message = `The app of ${title} is set in the environment, which wins. Remove ${name}_CLIENT_ID and ${name}_CLIENT_SECRET there and restart Polypost, or change them there.`
  return new PublicError('wrong_state', message, { details: [{ code: 'wrong_state', message, status: 'environment' }] })
}
