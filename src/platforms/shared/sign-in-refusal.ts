/** Why a platform refused a sign-in, as the platform itself reports it. */
export interface PlatformReason {
  /** Codes of the redirect (`error`, `error_reason`, …) or of the token endpoint's response. */
  readonly codes: readonly string[]
  /** The platform's own message; null if there is none. */
  readonly message: string | null
}

/** A refused sign-in that operators meet, and what they have to change. */
export interface SignInRefusal {
  /** How the platform shows it, in its own words. Many platforms show it on their own page and never redirect back. */
  readonly shown: string
  /** Recognised by one of these codes, of the platform or of Polypost … */
  readonly codes?: readonly string[]
  /** … or by the platform's message. */
  readonly says?: RegExp
  /** The app lacks a scope, so the setting that chooses the optional scopes may help, too. */
  readonly lacksScope?: true
  /** The necessary change, and where to make it. */
  readonly advice: string
  /** Where this is known from, with its date. */
  readonly source: string
}
