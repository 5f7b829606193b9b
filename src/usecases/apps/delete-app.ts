import { PublicError } from '../../contract/errors.ts'
import { deleteApp as removeApp } from '../../store/accounts/apps.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { appNamed, namedPlatform } from './named-app.ts'
import { showApp } from './show-app.ts'

export const deleteApp: UseCase<'deleteApp'> = async (call) => {
  const { database, clock, caller, params, query } = call
  const platform = namedPlatform(call, params.platform)
  const name = appNamed(platform, query.login)
  await database.transaction(async (tx) => {
    if (!(await removeApp(tx, name)))
      throw new PublicError('not_found', `No app is stored for ${platform.title}, so there is nothing to delete.`)
    const target = { type: 'app', id: name, name: platform.title } as const
    await audit(tx, caller, 'app.deleted', { now: clock.now(), target })
  })
  return showApp(call, platform)
}
