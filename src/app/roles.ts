/** Which parts of the service a process runs. */
export interface Roles {
  readonly api: boolean
  readonly worker: boolean
  /** The simulated platforms, if the settings ask for them. A process without this role finds them in another one. */
  readonly sandbox?: { readonly growth: boolean }
}

/** The command that starts a process with these parts. */
export const roleName = ({ api, worker }: Roles): string => (api && worker ? 'start' : api ? 'api' : 'worker')
