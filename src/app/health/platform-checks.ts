import { day } from '../../domain/time.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { countAccounts } from '../../store/health.ts'
import { showApp } from '../../usecases/apps/show-app.ts'
import { type Checked, counted, fault, type NamedCheck, ok, warning } from './check.ts'

const soon = 7 * day

export const platformCheck = (platform: Platform): NamedCheck => ({
  id: `platform_${platform.name}`,
  run: (checked) => checkPlatform(platform, checked),
})

async function checkPlatform(platform: Platform, checked: Checked) {
  const { data } = await showApp(checked, platform)
  const { connected, needReconnect, ending } = await countAccounts(
    checked.database.read,
    platform.name,
    checked.clock.now() + soon,
  )
  const needed = data.logins.filter(({ app }) => app !== null)
  const set = needed.filter(({ source }) => source !== null)
  const about = (what: string) => `${platform.title}: ${what}`
  if (needed.length > 0 && set.length === 0)
    return connected === 0
      ? ok(about('no developer app is set, so nobody can connect an account.'))
      : fault(
          about(`${counted(connected, 'account')}, but no developer app is set, so logins cannot be renewed.`),
          `Store the app again with PUT /apps/${platform.name}. See ${data.guide}.`,
        )
  const again = 'Connect again with POST /connect.'
  if (needReconnect > 0) return warning(about(`${counted(needReconnect, 'account')} without a valid login.`), again)
  if (ending > 0) return warning(about(`${counted(ending, 'login')} ending within 7 days.`), again)
  const refused = set.map(({ last_refusal }) => last_refusal).find((one) => one !== null)
  if (refused)
    return warning(about(`the last sign-in was refused. ${refused.message}`), refused.advice ?? `See ${data.guide}.`)
  if (data.missing_permissions.length > 0)
    return warning(
      about(`accounts lack ${data.missing_permissions.join(', ')}.`),
      `Add these permissions to the app, then connect the accounts again. See ${data.guide}.`,
    )
  const redirect = set.find(({ redirect_uri }) => redirect_uri !== null)?.redirect_uri
  return ok(about(`${counted(connected, 'account')}.${redirect ? ` The redirect URI is ${redirect}.` : ''}`))
}
