import { AISDKError, APICallError } from 'ai'
import { retryAfter } from '../domain/retry-after.ts'
import { type FaultKind, OutboundFault } from '../outbound/http-client.ts'
import type { GenerationResult, ModelFault } from './model.ts'

type FailedGeneration = GenerationResult & { readonly type: 'failed' }

/** Translates what a request to the model threw; mistakes of our own are thrown again. */
export function failureOf(error: unknown, now: number): FailedGeneration {
  const outbound = outboundIn(error)
  if (outbound) return ofTransport(outbound)
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return ofStatus(error.statusCode, error, now)
  if (AISDKError.isInstance(error)) return failed('unreadable', notInProtocol)
  throw error
}

const notInProtocol =
  'The language model’s response does not follow the configured protocol; the operator of this instance has to check LLM_PROVIDER and LLM_BASE_URL.'

const failed = (kind: ModelFault['kind'], message: string): FailedGeneration => ({
  type: 'failed',
  fault: { kind, message },
  temporary: false,
})

/** There was a response, but it is unusable. */
const broken: readonly FaultKind[] = ['too_large', 'protocol']

function ofTransport({ kind, message }: OutboundFault): FailedGeneration {
  if (broken.includes(kind)) return failed('unreadable', notInProtocol)
  // No retry after a time-out: our caller has waited, too.
  return { ...failed('unreachable', `The language model can’t be reached: ${message}`), temporary: kind !== 'timeout' }
}

function ofStatus(
  status: number,
  { responseHeaders = {}, responseBody = '' }: APICallError,
  now: number,
): FailedGeneration {
  if (status < 300) return failed('unreadable', notInProtocol)
  if (status === 402 || /"insufficient_quota"/.test(responseBody))
    return failed(
      'misconfigured',
      'The credit for the language model is used up; the operator of this instance has to renew it.',
    )
  if (status === 429 || status >= 500) {
    const at = retryAfter({ headers: responseHeaders }, now)
    const fault: ModelFault = {
      kind: 'overloaded',
      message: 'The language model accepts no more requests at the moment. Try again later.',
    }
    return { type: 'failed', temporary: true, fault: at === undefined ? fault : { ...fault, retryAfter: at - now } }
  }
  return failed('misconfigured', `The language model refused the request: ${refusals[status] ?? other(status)}.`)
}

const key = 'its key is wrong or lacks a permission; the operator of this instance has to check LLM_API_KEY'
const noSuchModel =
  'there is no such model at this address; the operator of this instance has to check LLM_MODEL and LLM_BASE_URL'

const refusals: Readonly<Record<number, string>> = { 401: key, 403: key, 404: noSuchModel }

const other = (status: number): string =>
  status < 400
    ? 'its address has changed; the operator of this instance has to check LLM_BASE_URL'
    : `it returned status ${status}; its response is in the log of this instance`

const maxLogged = 300 // characters

/** For the log: the response of the model's server, and nothing of the prompt. */
export function bodyOf(error: unknown, apiKey: string | null): string {
  const body = APICallError.isInstance(error)
    ? `${error.statusCode ?? ''} ${error.responseBody ?? ''} ${outboundIn(error)?.message ?? ''}`
    : String(error)
  return (apiKey === null ? body : body.replaceAll(apiKey, '…')).slice(0, maxLogged).trim()
}

/** The libraries wrap the errors of `fetch`. */
function outboundIn(error: unknown): OutboundFault | null {
  if (error instanceof OutboundFault) return error
  return error instanceof Error && error.cause !== undefined ? outboundIn(error.cause) : null
}
