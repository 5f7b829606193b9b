import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'

type Extra = Readonly<Record<string, Json>>

const problems = 'https://api.x.com/2/problems'

const answer = (status: number, body: Extra): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body,
})

const plain = (status: number, title: string, detail: string): SimulatedReply =>
  answer(status, { title, type: 'about:blank', status, detail })

export const ok = (body: Extra, status = 200): SimulatedReply => ({ status, body })

export const unauthorized = (): SimulatedReply => plain(401, 'Unauthorized', 'Unauthorized')
export const forbidden = (detail: string): SimulatedReply => plain(403, 'Forbidden', detail)
export const tooManyRequests = (): SimulatedReply => plain(429, 'Too Many Requests', 'Too Many Requests')
export const unavailable = (): SimulatedReply => plain(503, 'Service Unavailable', 'Service Unavailable')

/** The text is too long, the account lacks a feature, …: X does not say which. */
export const notPermitted = (): SimulatedReply => forbidden('You are not permitted to perform this action.')

/** Quoted from a report of 2026-02. */
export const duplicate = (): SimulatedReply =>
  forbidden('You are not allowed to create a Tweet with duplicate content.')

export const notSummoned = (): SimulatedReply =>
  forbidden(
    'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
  )

export const scopeMissing = (scopes: readonly string[]): SimulatedReply =>
  answer(403, {
    title: 'Forbidden',
    type: `${problems}/client-forbidden`,
    status: 403,
    detail: `This token lacks a scope that the call needs: ${scopes.join(', ')}.`,
  })

export const suspended = (): SimulatedReply =>
  answer(403, {
    title: 'User Suspended',
    type: `${problems}/user-suspended`,
    status: 403,
    detail: 'User is suspended.',
  })

export const creditsDepleted = (account: string): SimulatedReply =>
  answer(402, {
    account_id: account,
    title: 'CreditsDepleted',
    type: `${problems}/credits`,
    status: 402,
    detail: `The account ${account} has no credits left for this request.`,
  })

/** An invalid request, with the reason. */
export const invalid = (...errors: readonly InvalidParameter[]): SimulatedReply =>
  answer(400, {
    errors: errors.map(({ message, parameters = {} }) => ({ parameters, message })),
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: `${problems}/invalid-request`,
  })

interface InvalidParameter {
  readonly message: string
  readonly parameters?: Readonly<Record<string, readonly string[]>>
}

export const invalidMedia = (ids: readonly string[]): SimulatedReply =>
  invalid({ message: 'Your media IDs are invalid.', parameters: { 'media.media_ids': ids } })

/** An entry of `errors` next to the data, for an object that could not be read. */
export const notFound = (type: 'tweet' | 'user' | 'media', parameter: string, value: string): Extra => ({
  resource_id: value,
  resource_type: type,
  parameter,
  value,
  title: 'Not Found Error',
  detail: `Could not find ${type} with ${parameter}: [${value}].`,
  type: `${problems}/resource-not-found`,
})

export const fieldRefused = (post: string, field: string): Extra => ({
  resource_id: post,
  resource_type: 'tweet',
  parameter: 'ids',
  value: post,
  section: 'data',
  field,
  title: 'Field Authorization Error',
  detail: `Sorry, you are not authorized to access '${field}' on the Tweet with ids : [${post}].`,
  type: `${problems}/not-authorized-for-field`,
})

export const missing = (type: 'tweet' | 'media', parameter: string, value: string): SimulatedReply =>
  answer(404, { ...notFound(type, parameter, value), status: 404 })
