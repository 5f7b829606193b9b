import type { Sealer } from '../crypto/seal.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { Capability } from '../platforms/shared/scope.ts'
import {
  connectOf,
  kindOf,
  type Lack,
  lackOf,
  type Named,
  remedyFor,
  requestedScopes,
  type ScopeRequest,
  useOf,
} from '../platforms/shared/scopes.ts'
import type { AccountRow } from '../store/accounts.ts'
import { openCredentials } from './credentials.ts'
import type { PlatformSettings } from './settings.ts'

/** What can be done as an account, as far as its permissions and the platform allow. */
export interface Capabilities {
  readonly publish: boolean
  readonly comments: boolean
  readonly reply: boolean
  readonly metrics: boolean
  readonly audience: boolean
}

export interface Permissions {
  readonly capabilities: Capabilities
  /** Missing permissions that a new sign-in can bring. */
  readonly refused: readonly string[]
  /** Missing scopes that this instance does not request. */
  readonly notRequested: readonly string[]
  /** Sentences: what is impossible without the scopes that are not requested, and what the operator can do. */
  readonly remedies: readonly string[]
}

interface Services {
  readonly platforms: readonly Platform[]
  readonly sealer: Sealer
  readonly settingsOf: (platform: Platform) => PlatformSettings
}

export type PermissionsOf = (account: AccountRow) => Permissions

const shown = ['comments', 'reply', 'metrics', 'audience', 'find', 'profile', 'pages'] as const

/** Reads what is stored about accounts; asks no platform. */
export const createPermissions =
  ({ platforms, sealer, settingsOf }: Services): PermissionsOf =>
  (account) => {
    const platform = platforms.find(({ name }) => name === account.platform)
    const missing = account.missing_permissions
    if (!platform) return { capabilities: nothing, refused: missing, notRequested: [], remedies: [] }
    const extra = openCredentials(sealer, account)?.extra ?? {}
    const connect = connectOf(platform.live, { extra })
    const supported = supportedBy(platform)
    if (!connect) return { capabilities: supported, refused: missing, notRequested: [], remedies: [] }

    const settings = settingsOf(platform).values
    const kind = kindOf({ pageId: account.page_id })
    const scopes = connect.scopes.flatMap(({ name }) => (missing.includes(name) ? [] : [name]))
    const lack = (capability: Capability) => lackOf(capability, connect, { scopes, kind }, { settings })
    const withoutRole = (connect.roles ?? []).flatMap(({ name, enables }) => (missing.includes(name) ? enables : []))
    const needed = connect.scopes.filter((scope) => scope.needed && missing.includes(scope.name))
    const can = (capability: keyof Capabilities) =>
      supported[capability] && lack(capability) === null && !withoutRole.includes(capability)

    const requested = requestedScopes(connect, { settings })
    const known = connect.scopes.map(({ name }) => name)
    const notRequested = missing.filter((name) => known.includes(name) && !requested.includes(name))
    return {
      capabilities: {
        publish: needed.length === 0 && !withoutRole.includes('publish'),
        comments: can('comments'),
        reply: can('reply'),
        metrics: can('metrics'),
        audience: can('audience'),
      },
      refused: missing.filter((name) => !notRequested.includes(name)),
      notRequested,
      remedies: remediesOf(lack, connect, platform),
    }
  }

const nothing: Capabilities = { publish: false, comments: false, reply: false, metrics: false, audience: false }

const supportedBy = ({ supports }: Platform): Capabilities => ({
  publish: true,
  comments: supports.readComments,
  reply: supports.reply || supports.firstComments > 0,
  metrics: supports.metrics,
  audience: supports.audience,
})

/** One sentence for each remedy, with everything that it makes possible. */
function remediesOf(
  lack: (capability: Capability) => Lack | null,
  connect: ScopeRequest,
  named: Named,
): readonly string[] {
  const byRemedy = new Map<string, string[]>()
  for (const capability of shown) {
    const found = lack(capability)
    if (found === null || found.refused.length > 0) continue
    const remedy = remedyFor(found, connect, named)
    byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), useOf(capability)])
  }
  return [...byRemedy].map(([remedy, uses]) => `Not available: ${uses.join(', ')}. ${remedy}`)
}
