/** Which parts of the service a process runs. */
export interface Roles {
  readonly api: boolean
  readonly worker: boolean
  /** The simulated platforms, if the settings ask for them. A process without this role finds them in another one. */
  readonly sandbox?: { readonly growth: boolean }
}
