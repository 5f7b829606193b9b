import { z } from 'zod'
import { loginsOf, type NamedLogin } from '../../accounts/logins.ts'
import { describeIssue } from '../../contract/describe-issue.ts'
import { type ErrorDetail, PublicError } from '../../contract/errors.ts'
import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { andList } from '../../domain/listed.ts'
import { formOf, usesBrowser } from '../../platforms/shared/connect.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { Services } from '../context.ts'

/** The name that means every simulated platform. */
export const everyPlatform = 'all'

/** By the prefix of their settings. */
type SetApps = ReadonlyMap<string, unknown>

type ConnectRequest = Input<Operations['connect']>['body']

/** A platform to connect, and its login method. */
export interface Way {
  readonly platform: Platform
  readonly login: NamedLogin
  /** The kind of simulated account; left out, a standard one. */
  readonly kind?: string
  /** The values that the caller wrote into the form of the login method; left out: none. */
  readonly fields?: Readonly<Record<string, string>>
}

/** The requested platforms. Throws unless each of them can be connected. */
export async function waysToConnect(
  services: Pick<Services, 'offered' | 'accounts'>,
  asked: ConnectRequest,
): Promise<readonly Way[]> {
  if (asked.environment === 'sandbox' && !services.accounts.hasSandbox)
    throw rejected({
      path: 'environment',
      code: 'sandbox_off',
      message: 'The simulated platforms are off on this instance. The operator can set POLYPOST_SANDBOX=on.',
    })
  if (asked.platform === everyPlatform) {
    refuseFields('Several platforms at once are', asked)
    if (asked.login !== undefined) throw noSuchLogin('Several platforms at once are', [])
    return services.offered.map((platform) => ({ platform, login: chooseLogin(platform, asked, new Map()) }))
  }
  const platform = services.offered.find(({ name, aliases }) => [name, ...aliases].includes(asked.platform))
  if (!platform) throw new Error('The contract lets no other platform through.')
  const apps = await services.accounts.apps.sources()
  const login = chooseLogin(platform, asked, apps)
  const fields = fieldsFor(platform, login, asked)
  if (asked.environment !== 'sandbox') checkApp(platform, login, asked, apps)
  return [{ platform, login, ...(fields && { fields }) }]
}

/** The requested login method; otherwise the first one that this instance has a developer app for. */
function chooseLogin(platform: Platform, { login: asked, environment }: ConnectRequest, apps: SetApps): NamedLogin {
  const logins = loginsOf(platform)
  const named = logins.find(({ name }) => name === asked)
  const [usual] = environment === 'sandbox' ? logins : [...logins.filter((one) => isSetUp(one, apps)), ...logins]
  if (asked === undefined && usual) return usual
  if (named) return named
  throw noSuchLogin(
    `${platform.title} is`,
    logins.map(({ name }) => name),
  )
}

const isSetUp = ({ app }: NamedLogin, apps: SetApps): boolean => app === null || apps.has(app)

const noSuchLogin = (whatIs: string, names: readonly string[]): PublicError =>
  invalid({
    path: 'login',
    code: 'not_allowed',
    message:
      names.length > 1
        ? `${whatIs} connected with the login ${names.join(' or ')}.`
        : `${whatIs} connected without \`login\`.`,
    ...(names.length > 1 ? { allowed: names } : {}),
  })

/** Fields that have a place of their own in the request, too. */
const shortForms = ['handle', 'app_password'] as const

/** Where the request has a field, or would have it. */
export const pathOfField = ({ fields }: ConnectRequest, name: string): string =>
  fields === undefined && shortForms.some((short) => short === name) ? name : `fields.${name}`

const givenFields = ({ fields, handle, app_password }: ConnectRequest): Readonly<Record<string, string>> =>
  fields ?? (handle === undefined || app_password === undefined ? {} : { handle, app_password })

/** The values for the form of the login method; undefined if it has none, or if the sandbox fills it in. */
function fieldsFor({ title }: Platform, { connect }: NamedLogin, asked: ConnectRequest): Way['fields'] {
  if (usesBrowser(connect)) {
    refuseFields(`${title} is`, asked)
    return undefined
  }
  const given = givenFields(asked)
  if (asked.environment === 'sandbox' && Object.keys(given).length === 0) return undefined
  const form = z.strictObject(Object.fromEntries(connect.fields.map((field) => [field.name, formOf(field)])))
  const { data, error } = form.safeParse(given)
  if (data) return data
  const all = andList(connect.fields.map(({ name }) => `\`${pathOfField(asked, name)}\``))
  const faults = error.issues.flatMap((issue) => describeIssue(issue, form, given))
  throw allInvalid(
    faults.map(({ path = '', ...fault }) => {
      const missing = fault.code === 'required' && connect.fields.find(({ name }) => name === path)
      const sentence = missing && `${title} is connected with ${all}. ${missing.title}: ${missing.hint}.`
      return { ...fault, path: pathOfField(asked, path), ...(sentence && { message: sentence }) }
    }),
  )
}

function refuseFields(whatIs: string, asked: ConnectRequest): void {
  const [name] = Object.keys(givenFields(asked))
  if (name === undefined) return
  const path = pathOfField(asked, name)
  throw invalid({ path, code: 'not_allowed', message: `${whatIs} connected without \`${path}\`. Leave it out.` })
}

function checkApp(platform: Platform, login: NamedLogin, asked: ConnectRequest, apps: SetApps): void {
  if (isSetUp(login, apps)) return
  const missing = asked.login === undefined ? loginsOf(platform) : [login]
  const settings = missing.map(({ app }) => [`${app}_CLIENT_ID`, `${app}_CLIENT_SECRET`])
  throw rejected({
    path: 'platform',
    platform: asked.platform,
    code: 'not_configured',
    message: `This instance has no developer app for ${platform.title}. The operator can store one with PUT /apps/${platform.name}, or set ${settings.map((pair) => pair.join(' and ')).join(', or ')}. With \`environment\` \`sandbox\` no app is necessary.`,
    settings: settings.flat(),
  })
}

const rejected = (detail: ErrorDetail): PublicError =>
  new PublicError('content_rejected', detail.message, { details: [detail] })

export const invalid = (detail: ErrorDetail): PublicError => allInvalid([detail])

const allInvalid = (details: readonly ErrorDetail[]): PublicError =>
  new PublicError('validation_failed', details.map(({ path, message }) => `${path}: ${message}`).join(' '), { details })
