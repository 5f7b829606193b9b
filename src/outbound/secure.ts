import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { minute } from '../domain/time.ts'
import { OutboundFault } from './fault.ts'
import { ready } from './ready.ts'

// An import would read every export, also the list of all certificates.
const tls = process.getBuiltinModule('node:tls')

export interface Peer {
  readonly host: string
  readonly port: number
}

/** Opens TLS over a connection to this peer. */
export type Secure = (socket: Socket, peer: Peer, signal: AbortSignal) => Promise<Socket>

interface Session {
  readonly ticket: Buffer
  /** When the certificate was last checked. */
  readonly checkedAt: number
}

/** After this time the certificate is checked again. */
const sessionLife = 10 * minute
const mostSessions = 256

/**
 * A full handshake costs more than the rest of a short request. So a connection resumes the session of an earlier one to
 * the same peer. Node hands out only sessions whose certificate it has accepted for this host.
 */
export function createSecure(): Secure {
  let context: SecureContext | undefined
  const sessions = new Map<string, Session>()

  return async (socket, { host, port }, signal) => {
    const key = `${host} ${port}`
    const known = sessions.get(key)
    const usable = known && performance.now() - known.checkedAt < sessionLife ? known : undefined
    // Without it, each connection would load the trusted authorities.
    context ??= tls.createSecureContext()
    const secured = tls.connect({
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(usable && { session: usable.ticket }),
      ALPNProtocols: ['http/1.1'],
      secureContext: context,
    })
    secured.on('session', (ticket) => {
      const checkedAt = usable && secured.isSessionReused() ? usable.checkedAt : performance.now()
      sessions.delete(key)
      sessions.set(key, { ticket, checkedAt })
      const [oldest] = sessions.keys()
      if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest)
    })
    try {
      return await ready(secured, 'secureConnect', signal)
    } catch (error) {
      sessions.delete(key)
      if (signal.aborted) throw error
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      throw new OutboundFault('tls', certificateFaults[code] ?? 'The TLS connection could not be opened.', {
        cause: error,
      })
    }
  }
}

const untrusted = 'The TLS certificate is not from a trusted authority.'
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  CERT_REVOKED: 'The TLS certificate was revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
}
