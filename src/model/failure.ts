import { AISDKError, APICallError } from 'ai'
import { retryAfter } from '../domain/retry-after.ts'
import { type FaultKind, OutboundFault } from '../outbound/http-client.ts'
import type { ModelFault, Spoken } from './model.ts'

type Failed = Spoken & { readonly type: 'failed' }

/** What a failed question means for whoever asked; anything that is a mistake of ours stays as it is. */
export function failureOf(error: unknown, now: number): Failed {
  const outbound = outboundIn(error)
  if (outbound) return ofTransport(outbound)
  if (APICallError.isInstance(error) && error.statusCode !== undefined) return ofStatus(error.statusCode, error, now)
  if (AISDKError.isInstance(error)) return failed('unreadable', notInProtocol)
  throw error
}

const notInProtocol =
  'The language model’s answer was not in the protocol that is set for it; its operator can look at LLM_PROVIDER and LLM_BASE_URL.'

const failed = (kind: ModelFault['kind'], message: string): Failed => ({
  type: 'failed',
  fault: { kind, message },
  passing: false,
})

/** An answer came, and was none. */
const broken: readonly FaultKind[] = ['too_large', 'protocol']

function ofTransport({ kind, message }: OutboundFault): Failed {
  if (broken.includes(kind)) return failed('unreadable', notInProtocol)
  // A model that has kept us waiting is not asked again at once: whoever asked us has waited, too.
  return { ...failed('unreachable', `The language model can’t be reached: ${message}`), passing: kind !== 'timeout' }
}

function ofStatus(status: number, { responseHeaders = {}, responseBody = '' }: APICallError, now: number): Failed {
  if (status < 300) return failed('unreadable', notInProtocol)
  if (status === 402 || /"insufficient_quota"/.test(responseBody))
    return failed(
      'misconfigured',
      'The credit for the language model is used up; the operator of this instance can renew it.',
    )
  if (status === 429 || status >= 500) {
    const at = retryAfter({ headers: responseHeaders }, now)
    const fault: ModelFault = { kind: 'overloaded', message: 'The language model takes no more questions just now.' }
    return { type: 'failed', passing: true, fault: at === undefined ? fault : { ...fault, retryAfter: at - now } }
  }
  return failed('misconfigured', `The language model refused the question: ${refusals[status] ?? other(status)}.`)
}

const key = 'its key is not right or lacks a permission; the operator of this instance can look at LLM_API_KEY'
const place =
  'there is no such model at this address; the operator of this instance can look at LLM_MODEL and LLM_BASE_URL'

const refusals: Readonly<Record<number, string>> = { 401: key, 403: key, 404: place }

const other = (status: number): string =>
  status < 400
    ? 'it has moved; the operator of this instance can look at LLM_BASE_URL'
    : `it answered ${status}; what it said is in this instance’s log`

const maxSaid = 300 // characters

/** For the log: what the model's own machine said, and nothing of what it was asked. */
export function saidIn(error: unknown, apiKey: string | null): string {
  const said = APICallError.isInstance(error)
    ? `${error.statusCode ?? ''} ${error.responseBody ?? ''} ${outboundIn(error)?.message ?? ''}`
    : String(error)
  return (apiKey === null ? said : said.replaceAll(apiKey, '…')).slice(0, maxSaid).trim()
}

/** The libraries wrap what `fetch` throws. */
function outboundIn(error: unknown): OutboundFault | null {
  if (error instanceof OutboundFault) return error
  return error instanceof Error && error.cause !== undefined ? outboundIn(error.cause) : null
}
