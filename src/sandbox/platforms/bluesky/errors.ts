import type { SimulatedReply } from '../../shared/simulator.ts'

/** An error response. It is thrown, so that it ends the handler at any place. */
export class RefusedRequest extends Error {
  readonly reply: SimulatedReply

  constructor(status: number, error: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.reply = { status, headers, body: { error, message } }
  }
}

// Names and statuses from the PDS source of 2026-08-20 (sheet of 2026-11-21), with the complete message where the
// sheet has it.
export const invalidRequest = (message: string): RefusedRequest => new RefusedRequest(400, 'InvalidRequest', message)
export const authMissing = (): RefusedRequest => new RefusedRequest(401, 'AuthMissing', 'Authentication Required')
export const wrongLogin = (): RefusedRequest =>
  new RefusedRequest(401, 'AuthenticationRequired', 'Invalid identifier or password')
export const invalidToken = (): RefusedRequest => new RefusedRequest(400, 'InvalidToken', 'Token could not be verified')
export const wrongTokenKind = (): RefusedRequest => new RefusedRequest(400, 'InvalidToken', 'Bad token scope')
export const expiredToken = (): RefusedRequest => new RefusedRequest(400, 'ExpiredToken', 'Token has expired')
export const revokedToken = (): RefusedRequest => new RefusedRequest(400, 'ExpiredToken', 'Token has been revoked')
export const takenDown = (): RefusedRequest => new RefusedRequest(401, 'AccountTakedown', 'Account has been taken down')
export const missingScope = (scope: string): RefusedRequest =>
  new RefusedRequest(403, 'ScopeMissingError', `Missing required scope "${scope}"`)
export const tooLarge = (): RefusedRequest => new RefusedRequest(413, 'PayloadTooLarge', 'request entity too large')
export const serverFailed = (): RefusedRequest =>
  new RefusedRequest(500, 'InternalServerError', 'Internal Server Error')
export const blobNotFound = (cid: string): RefusedRequest =>
  new RefusedRequest(400, 'BlobNotFound', `Could not find blob: ${cid}`)
export const invalidSwap = (what: 'Record' | 'Commit', cid: string | null): RefusedRequest =>
  new RefusedRequest(400, 'InvalidSwap', `${what} was at ${cid}`)
