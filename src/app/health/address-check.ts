import { text } from 'node:stream/consumers'
import { KiB } from '../../domain/bytes.ts'
import { isLoopbackName } from '../../http/loopback.ts'
import { isPublicUrl } from '../../outbound/guard.ts'
import { OutboundFault } from '../../outbound/http-client.ts'
import { fault, type HealthContext, type NamedCheck, ok, type Result, warning } from './check.ts'
import { newQuestion, type ProxySeen, readAnswer } from './probe.ts'

const longestAnswer = 64 * KiB

/** Whether the public address leads to this instance, as far as this machine sees it. */
async function checkAddress(checked: HealthContext): Promise<Result> {
  const { publicUrl } = checked.config
  const isPublic = isPublicUrl(publicUrl)
  if (isPublic && !publicUrl.startsWith('https:'))
    return fault(`The public address is ${publicUrl}, which is not https.`, 'Put a proxy with https in front of it.')
  try {
    const proxy = await ask(checked)
    if (proxy === null)
      return fault(
        `Another server answers at ${publicUrl}.`,
        'Point the name, or the proxy behind it, to this instance. If it is an instance of yours, it has another secret key.',
      )
    const found = answered(checked, proxy)
    return isPublic || found.status !== 'ok' ? found : onlyNear(publicUrl)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    return isPublic ? unreachable(publicUrl, error) : onlyNear(publicUrl)
  }
}

/** The operator chose the address, so it is asked even if it is private. */
async function ask({ config: { publicUrl }, http, sealer }: HealthContext): Promise<ProxySeen | null> {
  const question = newQuestion(sealer)
  const { body } = await http.request({
    method: 'GET',
    url: `${publicUrl}/healthz?probe=${encodeURIComponent(question)}`,
    maxBytes: longestAnswer,
  })
  return readAnswer(sealer, question, await text(body))
}

function answered({ config: { publicUrl, trustProxy } }: HealthContext, proxy: ProxySeen): Result {
  if (proxy === 'not_trusted')
    return warning(
      `${publicUrl} answers through a proxy that POLYPOST_TRUST_PROXY does not name, so all visitors seem to have its address.`,
      'Set POLYPOST_TRUST_PROXY to the address of the proxy, such as 127.0.0.1/32.',
    )
  if (proxy === 'none' && trustProxy.length > 0)
    return warning(
      `${publicUrl} answers, but the proxy sends no X-Forwarded-For, although POLYPOST_TRUST_PROXY is set.`,
      'Let the proxy send X-Forwarded-For, or remove the setting if there is no proxy.',
    )
  return ok(`${publicUrl} leads to this instance${proxy === 'trusted' ? ', through a proxy that is trusted' : ''}.`)
}

const onlyNear = (publicUrl: string): Result =>
  warning(
    `The public address is ${publicUrl}, which only this machine or network reaches.`,
    'To use real platforms, set POLYPOST_PUBLIC_URL to an https address that they reach.',
  )

const unreachable = (publicUrl: string, { message }: OutboundFault): Result =>
  warning(
    `${publicUrl} cannot be reached from this machine: ${message}`,
    'Check that Polypost runs, then open the address from another network. If it fails there too, look at the name, the certificate and the proxy.',
  )

/** A cookie is limited to https only if the public address is. */
async function checkSignIn({ config: { host, publicUrl }, sawHttps }: HealthContext): Promise<Result> {
  if (publicUrl.startsWith('https:')) return ok('People sign in over https.')
  if (sawHttps?.())
    return warning(
      `A proxy says that requests come over https, but the public address is ${publicUrl}, so that cookies of sessions are also sent over plain http.`,
      'Set POLYPOST_PUBLIC_URL to the https address.',
    )
  return host === '::1' || isLoopbackName(host)
    ? ok('People sign in over plain http, and only this machine reaches this instance.')
    : warning(
        `People sign in over plain http: this instance listens on ${host}, and its public address is not https.`,
        'Put a proxy with https in front of it, and set POLYPOST_PUBLIC_URL to its address. If only this machine reaches it, as with a port of Docker on 127.0.0.1, ignore this.',
      )
}

export const addressChecks: readonly NamedCheck[] = [
  { id: 'public_address', run: checkAddress, asksOthers: true },
  { id: 'sign_in_over_http', run: checkSignIn },
]
