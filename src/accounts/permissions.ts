import type { Sealer } from '../crypto/seal.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { Capability, PageRole, Scope } from '../platforms/shared/scope.ts'
import {
  connectOf,
  kindOf,
  type Lack,
  lackOf,
  remedyFor,
  requestedScopes,
  rolesIn,
  type ScopeRequest,
  scopesFor,
  useOf,
} from '../platforms/shared/scopes.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import { openCredentials } from './credentials.ts'
import type { PlatformSettings } from './settings.ts'

/** The actions that the permissions of an account and its platform allow. */
export interface Capabilities {
  readonly publish: boolean
  readonly comments: boolean
  readonly reply: boolean
  readonly metrics: boolean
  readonly audience: boolean
}

export interface Permissions {
  readonly capabilities: Capabilities
  /** Found out when it is read, because most callers need the capabilities alone. */
  readonly missing: readonly MissingPermissions[]
}

/** Permissions that are missing for the same reason. */
export interface MissingPermissions {
  /**
   * `refused`: the person did not grant them, or the app lacks them. `not_requested`: this instance does not ask for
   * them. `role`: rights of the person at the Page.
   */
  readonly why: 'refused' | 'not_requested' | 'role'
  readonly names: readonly string[]
  /** Sentences about what is impossible without them, and who can do what about it. */
  readonly remedy: string
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
    if (!platform) return { capabilities: nothing, missing: [] }
    const supported = supportedBy(platform)
    if (missing.length === 0) return { capabilities: supported, missing: [] }
    const extra = platform.live.otherLogins && openCredentials(sealer, account)?.extra
    const connect = connectOf(platform.live, { extra: extra ?? {} })
    if (!connect) return { capabilities: supported, missing: [] }

    const context = { settings: settingsOf(platform).values }
    const kind = kindOf({ pageId: account.page_id })
    const scopes = connect.scopes.flatMap(({ name }) => (missing.includes(name) ? [] : [name]))
    const lack = (capability: Capability) => lackOf(capability, connect, { scopes, kind }, context)
    const roles = (connect.roles?.list ?? []).filter(({ name }) => missing.includes(name))
    const withoutRole = roles.flatMap(({ enables }) => enables)
    const lacking = connect.scopes.filter(({ name }) => missing.includes(name))
    const ofKind = scopesFor(connect, kind)
    const cannotPublish = lacking.some((scope) => scope.needed && ofKind.includes(scope))
    // A person who signed in for a Page: the scope that lists the Pages is missing.
    const cannotFindPages = lacking.some((scope) => !ofKind.includes(scope))
    const can = (capability: keyof Capabilities) =>
      supported[capability] && lack(capability) === null && !withoutRole.includes(capability)

    const findMissing = (): readonly MissingPermissions[] => {
      const requested = requestedScopes(connect, context)
      const known = [...connect.scopes, ...roles].map(({ name }) => name)
      const unknown = missing.filter((name) => !known.includes(name)).map((name) => ({ name, needed: true as const }))
      const { refused = [], rest = [] } = Object.groupBy([...lacking, ...unknown], ({ name }) =>
        requested.includes(name) || !known.includes(name) ? 'refused' : 'rest',
      )
      const lost: readonly Capability[] = [
        ...(cannotPublish ? ['publish' as const] : []),
        ...shown.filter((capability) => (lack(capability)?.refused.length ?? 0) > 0),
        ...(cannotFindPages ? ['pages' as const] : []),
      ]
      return [
        ...ofRoles(roles, connect),
        ...ofRefused(refused, lost, (names) =>
          remedyFor({ scopes: refused, refused: names }, connect, platform, context),
        ),
        ...ofOthers(
          rest,
          remediesOf(lack, (found) => remedyFor(found, connect, platform, context)),
        ),
      ]
    }
    return {
      capabilities: {
        publish: !cannotPublish && !withoutRole.includes('publish'),
        comments: can('comments'),
        reply: can('reply'),
        metrics: can('metrics'),
        audience: can('audience'),
      },
      get missing() {
        return findMissing()
      },
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

function ofRoles(roles: readonly PageRole[], { roles: all }: ScopeRequest): MissingPermissions[] {
  if (roles.length === 0 || !all) return []
  const remedy = `${notAvailable(roles.flatMap(({ enables }) => enables))} The person who connected it needs a role at the Page: ${rolesIn({ ...all, list: roles })} Then connect the account again, so that Polypost learns of it.`
  return [{ why: 'role', names: namesOf(roles), remedy }]
}

function ofRefused(
  scopes: readonly Scope[],
  lost: readonly Capability[],
  remedyOf: (names: readonly string[]) => string,
): MissingPermissions[] {
  if (scopes.length === 0) return []
  const names = namesOf(scopes)
  return [{ why: 'refused', names, remedy: `${notAvailable(lost)} ${remedyOf(names)}`.trim() }]
}

const ofOthers = (scopes: readonly Scope[], remedies: readonly string[]): MissingPermissions[] =>
  scopes.length === 0 ? [] : [{ why: 'not_requested', names: namesOf(scopes), remedy: remedies.join(' ') }]

const namesOf = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name)

/** One sentence for each remedy that is the operator's, with everything that it makes possible. */
function remediesOf(lack: (capability: Capability) => Lack | null, remedyOf: (lack: Lack) => string): string[] {
  const byRemedy = new Map<string, Capability[]>()
  for (const capability of shown) {
    const found = lack(capability)
    if (found === null || found.refused.length > 0) continue
    const remedy = remedyOf(found)
    byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), capability])
  }
  return [...byRemedy].map(([remedy, capabilities]) => `${notAvailable(capabilities)} ${remedy}`)
}

/** A sentence about what is impossible; empty if everything is possible by other permissions. */
const notAvailable = (capabilities: readonly Capability[]): string =>
  capabilities.length === 0 ? '' : `Not available: ${[...new Set(capabilities)].map(useOf).join(', ')}.`
