import { z } from 'zod'
import { loginsOf } from '../src/accounts/logins.ts'
import { describePlatformSettings } from '../src/accounts/settings.ts'
import { toOpenapi } from '../src/contract/json-schema.ts'
import type { MediaKind } from '../src/domain/media-types.ts'
import type { MediaRule, PostType, TextRule } from '../src/domain/post-rules.ts'
import {
  aspectWords,
  describeSets,
  duration,
  noun,
  number,
  sizeLimit,
  typeList,
  unitName,
} from '../src/domain/rule-words.ts'
import { platforms as allPlatforms } from '../src/platforms/index.ts'
import { type Endpoint, type FormConnect, type OAuthConnect, usesBrowser } from '../src/platforms/shared/connect.ts'
import type { Platform } from '../src/platforms/shared/platform.ts'
import { optionalScopes, scopesField, useOf } from '../src/platforms/shared/scopes.ts'
import { generatedPart } from './generated-part.ts'
import { ownSettings } from './settings-pages.ts'
import { table } from './table.ts'

const platforms: readonly Platform[] = allPlatforms

/** The pages of the platforms, by their paths in the project. People write them, except the part between the two marks. */
export const platformPages = (): Readonly<Record<string, string>> =>
  Object.fromEntries(platforms.map((platform) => [`docs/platforms/${platform.name}.md`, pageOf(platform)] as const))

const pageOf = (platform: Platform): string => generatedPart(`docs/platforms/${platform.name}.md`, generated(platform))

const generated = (platform: Platform): string =>
  [
    ...platform.postTypes.map((type) => limitsOf(platform, type)),
    optionsOf(platform),
    ...signInOf(platform),
    ...refusalsOf(platform),
    settingsOf(platform),
  ].join('\n\n')

function limitsOf({ postTypes, comment, supports }: Platform, type: PostType): string {
  const comments = type.firstComments === false ? 0 : supports.firstComments
  const rows = [
    ['text', textWords(type.text), type.text.source],
    ...(comments > 0 && comment
      ? [['comments under the post', `up to ${comments}, each ${textWords(comment)}`, comment.source]]
      : []),
    ...rulesOf(type).flatMap(([kind, rule]) => mediaRows(kind, rule)),
  ]
  return [
    postTypes.length > 1 ? `### Limits of \`${type.name}\`` : '### Limits',
    `A post contains ${describeSets(type)}.`,
    table(['what', 'limit', 'source'], rows),
    ...(type.notes ? [type.notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n')
}

function textWords({ max, unit, maxBytes, overlong, use }: TextRule): string {
  if (use === 'none') return 'not shown: Polypost drops it with a warning'
  const limits = [
    ...(max === null ? [] : [`at most ${number(max)} ${unitName(unit)}`]),
    ...(maxBytes === undefined ? [] : [`at most ${number(maxBytes)} bytes of UTF-8`]),
  ]
  const longer = overlong === 'refused' ? 'a longer text is refused' : 'a longer text is shortened, with a warning'
  return `${limits.join(' and ') || 'no known limit'}; ${longer}`
}

/** Every kind of media, once for each different rule. */
function rulesOf({ media }: PostType): [kind: MediaKind, rule: MediaRule][] {
  const found = media.flatMap(({ image, gif, video }) =>
    Object.entries({ image, gif, video }).flatMap(([kind, rule]) =>
      rule === undefined ? [] : [[mediaKind.parse(kind), rule] as [MediaKind, MediaRule]],
    ),
  )
  return found.filter(([kind, rule], index) => index === found.findIndex((one) => one[0] === kind && one[1] === rule))
}

const mediaKind = z.enum(['image', 'gif', 'video'])

function mediaRows(kind: MediaKind, rule: MediaRule): string[][] {
  const { eligible, stricter, thumbnail } = rule
  const beyond = (limits: { readonly maxBytes?: number; readonly maxSeconds?: number }) =>
    [
      ...(limits.maxBytes === undefined ? [] : [`at most ${sizeLimit(limits.maxBytes)}`]),
      ...(limits.maxSeconds === undefined ? [] : [`at most ${duration(limits.maxSeconds)}`]),
    ].join('; ')
  return [
    [noun(kind), mediaWords(rule), rule.source],
    ...(eligible ? [[`${noun(kind)} of ${eligible.who}`, beyond(eligible), rule.source]] : []),
    ...(stricter ? [[`${noun(kind)} without a warning`, beyond(stricter), stricter.source]] : []),
    ...(thumbnail ? [[`cover of the ${noun(kind)}`, typeList(thumbnail.types), thumbnail.source]] : []),
  ]
}

function mediaWords(rule: MediaRule): string {
  const { types, maxBytes, seconds, aspect, altText } = rule
  const lowest = seconds && seconds.min > 0 ? `from ${duration(seconds.min)} ` : ''
  return [
    typeList(types),
    ...(rule.converted ? [`Polypost converts ${typeList(rule.converted)} to JPEG`] : []),
    ...(maxBytes === undefined ? [] : [`at most ${sizeLimit(maxBytes)}`]),
    ...(seconds ? [lowest ? `${lowest}to ${duration(seconds.max)}` : `at most ${duration(seconds.max)}`] : []),
    ...sides('at least', rule.minWidth, rule.minHeight),
    ...sides('at most', rule.maxWidth, rule.maxHeight),
    ...(aspect ? [aspectWords(aspect)] : []),
    ...altTextWords(altText),
  ].join('; ')
}

const sides = (bound: string, wide?: number, high?: number): string[] => {
  if (wide !== undefined && high !== undefined) return [`${bound} ${number(wide)} × ${number(high)} pixels`]
  if (wide !== undefined) return [`${bound} ${number(wide)} pixels wide`]
  return high === undefined ? [] : [`${bound} ${number(high)} pixels high`]
}

function altTextWords(altText: MediaRule['altText']): string[] {
  if (altText === undefined) return ['no alternative text']
  return [`alternative text${altText === null ? '' : ` of at most ${number(altText)} characters`}`]
}

const properties = z.object({
  properties: z.record(z.string(), z.object({ type: z.string().optional(), description: z.string().optional() })),
})

function optionsOf({ name, options }: Platform): string {
  const own = properties.safeParse(toOpenapi(options, 'input').schema).data?.properties ?? {}
  const rows = Object.entries(own).map(([option, { type, description = '' }]) => [
    `\`${option}\``,
    type ?? '',
    description,
  ])
  const field = `\`platform_options.${name}\``
  return [
    '### Options',
    rows.length === 0
      ? `${field} accepts \`message\` and \`thumbnail_url\`, like every platform, and no other options.`
      : `${field} accepts \`message\` and \`thumbnail_url\`, like every platform, and these options:`,
    ...(rows.length === 0 ? [] : [table(['option', 'type', 'meaning'], rows)]),
  ].join('\n\n')
}

const signInOf = (platform: Platform): string[] => {
  const logins = loginsOf(platform)
  return logins.flatMap(({ name, connect }) =>
    usesBrowser(connect)
      ? [oauthOf(platform, connect, logins.length > 1 ? ` by \`${name}\`` : '')]
      : [formPart(connect, logins.length > 1 ? ` by \`${name}\`` : '')],
  )
}

const formPart = ({ fields }: FormConnect, by: string): string =>
  [
    `### Sign-in${by}`,
    'A form of Polypost: `fields` of `POST /connect`, or `--field` of `polypost connect`.',
    table(
      ['field', 'what it is', 'how it looks, or where it comes from'],
      fields.map(({ name, title, hint }) => [`\`${name}\``, title, hint]),
    ),
  ].join('\n\n')

function oauthOf({ name, live }: Platform, connect: OAuthConnect, by: string): string {
  const { scopes, pkce, authorize, token, revoke } = connect
  const version = live.settings?.version?.fallback ?? ''
  const address = ({ host, path }: Endpoint) => `\`${live.hosts[host]}${path.replace('{version}', version)}\``
  const rows = [
    ['required scopes', scopes.flatMap((scope) => (scope.needed ? [`\`${scope.name}\``] : [])).join(' ')],
    ['redirect URI', '`<POLYPOST_PUBLIC_URL>/oauth/callback`'],
    ['authorization URL', address(authorize)],
    ['token URL', address(token)],
    ...(revoke ? [['revocation URL', address(revoke)]] : []),
  ]
  const heading = `OAuth 2.0, authorization code${pkce ? ' with PKCE (S256)' : ''}.`
  const optional = optionalScopes(connect)
  const setting = connect.scopesField ?? scopesField()
  const optionalRows = optional.map(({ name: scope, enables, from, byDefault }) => [
    `\`${scope}\``,
    enables.map(useOf).join(', '),
    from,
    byDefault ? 'yes' : 'no',
  ])
  return [
    `### Sign-in${by}`,
    heading,
    table(['what', 'value'], rows),
    ...(optional.length === 0
      ? []
      : [
          `Optional scopes. \`${name.toUpperCase()}_${setting.toUpperCase()}\` chooses those that your app lists.`,
          table(['scope', 'needed for', 'comes from', 'requested by default'], optionalRows),
        ]),
  ].join('\n\n')
}

function refusalsOf(platform: Platform): string[] {
  const { title, live } = platform
  const { signInRefusals = [] } = live
  const settings = describePlatformSettings([platform]).flatMap(({ name }) => (name.endsWith('_SCOPES') ? [name] : []))
  const leaveOut =
    settings.length === 0
      ? ''
      : ` An optional scope can be left out with ${settings.map((one) => `\`${one}\``).join(' or ')}.`
  if (signInRefusals.length === 0) return []
  const rows = signInRefusals.map(({ shown, lacksScope, advice, source }) => [
    shown,
    lacksScope ? advice + leaveOut : advice,
    source,
  ])
  return [
    '### If the sign-in fails',
    `\`GET /connect/{id}\` returns the redirect URI and the scopes that were sent, and after a failure what to change. ${title} may also show an error on its own page and never redirect back; then the connection stays \`waiting\`.`,
    table([`what ${title} shows`, 'what to do', 'source'], rows),
  ]
}

function settingsOf(platform: Platform): string {
  const logins = loginsOf(platform)
  const appRows = logins.flatMap(({ name, app }) =>
    app === null
      ? []
      : [
          [
            `\`${app}_CLIENT_ID\``,
            'none',
            `ID of your developer app${logins.length > 1 ? ` for the login \`${name}\`` : ''}`,
          ],
          [`\`${app}_CLIENT_SECRET\` 🔒`, 'none', 'Secret of this app'],
        ],
  )
  const rows = [...appRows, ...ownSettings(platform)]
  return [
    '### Settings',
    ...(rows.length === 0 ? [] : [table(['setting', 'default', 'meaning'], rows)]),
    `Addresses of ${platform.title}, and what only [special cases](../reference/settings-special.md) need, are on a page of their own.`,
  ].join('\n\n')
}
