/** Which parts of the service a process runs. */
export interface Roles {
  readonly api: boolean
  readonly worker: boolean
  /** The simulated platforms, if the settings ask for them. A process without this role finds them in another one. */
  readonly sandbox?: { readonly growth: boolean }
}

/** As the command that starts a process with these parts is called. */
export const roleOf = ({ api, worker }: Roles): 'start' | 'api' | 'worker' =>
  api ? (worker ? 'start' : 'api') : 'worker'
