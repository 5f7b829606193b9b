import { day, hour } from '../../domain/time.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { readAccountsState } from '../../store/health.ts'
import { isoTime } from '../../system/clock.ts'
import { showApp } from '../../usecases/apps/show-app.ts'
import { counted, fault, type HealthContext, mendable, type NamedCheck, ok, warning } from './check.ts'

const soon = 7 * day
/** A worker renews logins every ten minutes, and tries again if a platform does not answer. */
const lateRenewal = hour
const mostNames = 5

export const platformCheck = (platform: Platform): NamedCheck => ({
  id: `platform_${platform.name}`,
  run: (checked) => checkPlatform(platform, checked),
})

async function checkPlatform(platform: Platform, checked: HealthContext) {
  const { data } = await showApp(checked, platform)
  const now = checked.clock.now()
  const { connected, needReconnect, ending, renewalsLate, firstEnd } = await readAccountsState(
    checked.database.read,
    platform.name,
    { endsBefore: now + soon, renewedBefore: now - lateRenewal },
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
  const again = `Connect again: polypost connect ${platform.name}`
  if (needReconnect.length > 0)
    return warning(
      about(`${counted(needReconnect.length, 'account')} without a valid login: ${listed(needReconnect)}.`),
      again,
    )
  if (ending.length > 0)
    return warning(about(`${counted(ending.length, 'login')} ending within 7 days: ${listed(ending)}.`), again)
  if (renewalsLate > 0)
    return mendable(
      warning(
        about(`${counted(renewalsLate, 'login')} should have been renewed more than an hour ago.`),
        'Run “polypost doctor --fix”, which renews them, and check that a worker runs.',
      ),
    )
  const refused = set.map(({ last_refusal }) => last_refusal).find((one) => one !== null)
  if (refused)
    return warning(about(`the last sign-in was refused. ${refused.message}`), refused.advice ?? `See ${data.guide}.`)
  if (data.missing_permissions.length > 0)
    return warning(
      about(`accounts lack ${data.missing_permissions.join(', ')}.`),
      `Add these permissions to the app, then connect the accounts again. See ${data.guide}.`,
    )
  const asked = set.find(({ redirect_uri }) => redirect_uri !== null)
  return ok(
    about(
      [
        `${counted(connected, 'account')}.`,
        ...(firstEnd === null ? [] : [`The first login ends on ${isoTime(firstEnd).slice(0, 10)}.`]),
        ...(asked ? [`The redirect URI is ${asked.redirect_uri}.`] : []),
        ...(asked && asked.scopes.length > 0 ? [`It asks for ${asked.scopes.join(', ')}.`] : []),
      ].join(' '),
    ),
  )
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNames
  return [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
