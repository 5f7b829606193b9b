import { andList, orList } from '../../domain/listed.ts'
import type { Refusal } from '../../domain/outcome.ts'
import { type OAuthConnect, usesBrowser } from './connect.ts'
import type { AccountContext, Credentials, LiveContext } from './context.ts'
import type { Live } from './live.ts'
import type { AccountKind, Capability, OptionalScope, PageRoles, Scope } from './scope.ts'

/** The part of a login method that concerns scopes and roles. */
export type ScopeRequest = Pick<OAuthConnect, 'scopes' | 'scopesField' | 'configuration' | 'roles'>

/** The setting that chooses the optional scopes, as a field of `LiveContext.settings`. */
export const scopesField = (login?: string): string => (login === undefined ? 'scopes' : `${login}_scopes`)

/** The value of that setting for no optional scope. */
export const noScopes = 'none'

export const optionalScopes = ({ scopes }: ScopeRequest): readonly OptionalScope[] =>
  scopes.filter((scope) => scope.needed !== true)

/** The scopes that this instance requests, in the order of the data. */
export function requestedScopes(
  { scopes, scopesField: field = scopesField() }: ScopeRequest,
  { settings }: Pick<LiveContext, 'settings'>,
): readonly string[] {
  const chosen = settings[field]?.split(',')
  const isRequested = (scope: Scope) => scope.needed || (chosen?.includes(scope.name) ?? scope.byDefault)
  return scopes.filter(isRequested).map(({ name }) => name)
}

/** A scope and the capabilities that it enables. */
export interface Purpose {
  readonly name: string
  readonly isRequested: boolean
  readonly enables: readonly Capability[]
}

/** Every scope with its purpose. Without a needed one nothing can be published. */
export function purposesOf(request: ScopeRequest, context: Pick<LiveContext, 'settings'>): readonly Purpose[] {
  const requested = requestedScopes(request, context)
  return request.scopes.map(({ name, needed, enables = [] }) => ({
    name,
    isRequested: requested.includes(name),
    enables: [...new Set<Capability>([...(needed ? (['publish'] as const) : []), ...enables])],
  }))
}

/** All scopes for the kind of account that were not granted, requested or not. */
export const missingScopes = (
  { scopes }: ScopeRequest,
  granted: readonly string[],
  kind?: AccountKind,
): readonly string[] => scopes.filter((scope) => concerns(scope, kind) && !granted.includes(scope.name)).map(nameOf)

const nameOf = ({ name }: { readonly name: string }): string => name

/** The scopes of a login method for this kind of account. */
export const scopesFor = ({ scopes }: ScopeRequest, kind: AccountKind): readonly Scope[] =>
  scopes.filter((scope) => concerns(scope, kind))

const concerns = ({ of }: Scope, kind: AccountKind | undefined): boolean =>
  of === undefined || kind === undefined || of === kind

/** The login method that provided the credentials. */
export function connectOf(
  { connect, otherLogins }: Pick<Live, 'connect' | 'otherLogins'>,
  { extra }: Pick<Credentials, 'extra'>,
): OAuthConnect | null {
  const used = otherLogins?.byName[extra.login ?? '']?.connect ?? connect
  return usesBrowser(used) ? used : null
}

/** Whose scopes are meant in a sentence. */
export interface PlatformLabel {
  readonly name: string
  readonly title: string
}

/** The scopes that a capability lacks. */
export interface Lack {
  /** One of these is enough. */
  readonly scopes: readonly Scope[]
  /** Those of them that this instance requests: the person did not grant them. */
  readonly refused: readonly string[]
}

/** The scopes that are missing for a capability; null if it needs none or has one. */
export function lackOf(
  capability: Capability,
  connect: ScopeRequest,
  { scopes: granted, kind }: { readonly scopes: readonly string[]; readonly kind: AccountKind },
  context: Pick<LiveContext, 'settings'>,
): Lack | null {
  const enabling = connect.scopes.filter((scope) => scope.enables?.includes(capability) && concerns(scope, kind))
  if (enabling.length === 0 || enabling.some(({ name }) => granted.includes(name))) return null
  const requested = requestedScopes(connect, context)
  return { scopes: enabling, refused: enabling.map(nameOf).filter((name) => requested.includes(name)) }
}

/** Advice about missing scopes: the person grants them, or the operator has to get and request them first. */
export function remedyFor(
  { scopes, refused }: Lack,
  connect: ScopeRequest,
  { name, title }: PlatformLabel,
  context: Pick<LiveContext, 'settings'>,
): string {
  const configuration = configurationOf(connect, name, context)
  if (refused.length > 0) {
    const source = sourceOf(scopes.filter((scope) => refused.includes(scope.name))) ?? 'this permission'
    const also = configuration === null ? '' : `, or ${configuration} does not contain it`
    return `Connect the account again and grant ${andList(refused)}. If ${title} does not offer it, the developer app of this instance lacks ${source}${also}.`
  }
  const source = sourceOf(scopes) ?? 'this permission'
  const settings = [...(configuration === null ? [] : [configuration]), scopesSetting(connect, name)]
  return `This instance does not request ${orList(scopes.map(nameOf))}. ${title} gives it to apps with ${source}. If the app has it, the operator adds it to ${andList(settings)}; a new sign-in grants it then.`
}

const sourceOf = (scopes: readonly Scope[]): string | null => {
  const all = scopes.flatMap(({ from }) => from ?? [])
  return all.length === 0 ? null : orList(new Set(all))
}

/** The configuration at the platform that decides which scopes a person is asked for; null if this instance uses none. */
function configurationOf(
  { configuration }: ScopeRequest,
  name: string,
  { settings }: Pick<LiveContext, 'settings'>,
): string | null {
  if (configuration === undefined || !settings[configuration]) return null
  return `the configuration of Facebook Login for Business that ${settingOf(name, configuration)} names`
}

/** The setting that chooses the optional scopes of a login method. */
export const scopesSetting = ({ scopesField: field = scopesField() }: ScopeRequest, name: string): string =>
  settingOf(name, field)

/** The usual name of a setting of a platform. */
export const settingOf = (platform: string, field: string): string => `${platform}_${field}`.toUpperCase()

const uses = {
  publish: 'posts',
  comments: 'reading comments',
  reply: 'writing comments and replies',
  metrics: 'metrics',
  audience: 'the number of followers',
  find: 'looking for a post',
  profile: 'the address of the profile',
  pages: 'finding all Pages',
} as const satisfies Record<Capability, string>

/** The use of a capability, in words that fit into a sentence. */
export const useOf = (capability: Capability): string => uses[capability]

type ScopeRefusal = Extract<Refusal, { type: 'reconnect' | 'rejected' }>

/** Why something cannot be done as the account; null if no scope is missing for it. */
export function refuseWithout(
  capability: Capability,
  platform: PlatformLabel & { readonly live: Pick<Live, 'connect' | 'otherLogins'> },
  context: AccountContext,
): ScopeRefusal | null {
  const connect = connectOf(platform.live, context.credentials)
  return connect && refuseFor(capability, connect, platform, context)
}

/** The same for a known login method. */
export function refuseFor(
  capability: Capability,
  connect: ScopeRequest,
  platform: PlatformLabel,
  context: AccountContext,
): ScopeRefusal | null {
  const account = { scopes: context.credentials.scopes, kind: kindOf(context.account) }
  const lack = lackOf(capability, connect, account, context)
  if (!lack || lack.scopes.every((scope) => !scope.needed && scope.isDoubtful)) return null
  const names = orList(lack.scopes.map(nameOf))
  return {
    type: lack.refused.length > 0 ? 'reconnect' : 'rejected',
    error: 'permission_missing',
    message: `The ${platform.title} account was connected without ${names}, which ${platform.title} requires for ${uses[capability]}. ${remedyFor(lack, connect, platform, context)}`,
  }
}

export const kindOf = ({ pageId }: { readonly pageId?: string | null }): AccountKind => (pageId ? 'page' : 'person')

/** The roles, and who gives them. */
export const rolesIn = ({ list, givenBy }: PageRoles): string =>
  `${orList(list.map(({ name, title }) => `${name} (“${title}”)`))}. ${givenBy}`
