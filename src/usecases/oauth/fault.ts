/** Codes of RFC 6749 (5.2), RFC 7591 (3.2.2) and RFC 8707. */
type FaultCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** An error that a program gets in the form of OAuth. */
export class OAuthFault extends Error {
  readonly code: FaultCode

  constructor(code: FaultCode, message: string) {
    super(message)
    this.code = code
  }
}
